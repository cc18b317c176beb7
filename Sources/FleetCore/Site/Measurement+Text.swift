extension Measurement {
    /// Value with its unit, such as `31.5 °C` or `yes`.
    public var text: String { quantity.text(of: value) }

    /// Threshold, such as `5 to 35 °C`, `at most 80 dB(A)` or `at least 20 %`; `nil` without one.
    public var thresholdText: String? {
        guard let threshold else { return nil }
        return switch (threshold.minimum, threshold.maximum) {
        case (let minimum?, let maximum?):
            quantity.digits(of: minimum) + " to " + quantity.text(of: .number(maximum))
        case (let minimum?, nil): "at least " + quantity.text(of: .number(minimum))
        case (nil, let maximum?): "at most " + quantity.text(of: .number(maximum))
        case (nil, nil): nil
        }
    }
}

extension Quantity {
    /// Returns a value of the quantity with its unit; the text contains no feed text.
    public func text(of value: Measurement.Value) -> String {
        switch value {
        case .number(let number):
            symbol.isEmpty ? digits(of: number) : "\(digits(of: number)) \(symbol)"
        case .condition(let holds): text(of: holds)
        }
    }

    /// Returns a number rounded to a tenth, for smoke to a hundredth.
    fileprivate func digits(of number: Double) -> String {
        guard number.isFinite else { return "?" }
        var text = UTF8Buffer()
        text.append(number, roundedTo: self == .smoke ? 2 : 1)
        return text.string
    }

    private func text(of holds: Bool) -> String {
        switch self {
        case .connectivity: holds ? "connected" : "none"
        case .smoke: holds ? "yes" : "none"
        case .temperature, .noiseLevel, .humidity, .battery, .speed, .tippedOver:
            holds ? "yes" : "no"
        }
    }
}
