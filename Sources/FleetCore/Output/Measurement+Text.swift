extension Measurement {
    /// The value for people, such as `31.5 °C` or `yes`.
    public var words: String { quantity.words(of: value) }

    /// The threshold for people, such as `5 to 35 °C`, `at most 80 dB(A)` or `at least 20 %`; `nil`
    /// without one.
    public var thresholdWords: String? {
        guard let threshold else { return nil }
        return switch (threshold.minimum, threshold.maximum) {
        case (let minimum?, let maximum?):
            quantity.digits(of: minimum) + " to " + quantity.words(of: .number(maximum))
        case (let minimum?, nil): "at least " + quantity.words(of: .number(minimum))
        case (nil, let maximum?): "at most " + quantity.words(of: .number(maximum))
        case (nil, nil): nil
        }
    }
}

extension Quantity {
    /// A value of the quantity for people, with its unit; feeds have no part in the words.
    public func words(of value: Measurement.Value) -> String {
        switch value {
        case .number(let number):
            symbol.isEmpty ? digits(of: number) : "\(digits(of: number)) \(symbol)"
        case .condition(let holds): words(of: holds)
        }
    }

    /// A number to a tenth, one of smoke to a hundredth.
    fileprivate func digits(of number: Double) -> String {
        guard number.isFinite else { return "?" }
        var text = ByteText()
        text.append(number, roundedTo: self == .smoke ? 2 : 1)
        return text.string
    }

    private func words(of holds: Bool) -> String {
        switch self {
        case .connectivity: holds ? "connected" : "none"
        case .smoke: holds ? "yes" : "none"
        case .temperature, .noiseLevel, .humidity, .battery, .speed, .tippedOver:
            holds ? "yes" : "no"
        }
    }
}
