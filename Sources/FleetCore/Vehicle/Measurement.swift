/// The latest value of a sensor.
public struct Measurement: Equatable, Sendable, Codable {
    /// A number in the unit of the quantity, or a condition.
    public enum Value: Equatable, Sendable, Codable {
        case number(Double)
        case condition(Bool)

        /// The value as a number to draw: a condition is 0 or 1.
        public var level: Double {
            switch self {
            case .number(let number): number
            case .condition(let holds): holds ? 1 : 0
            }
        }
    }

    /// Whether the value is normal.
    public enum State: String, CaseIterable, Sendable, Codable {
        /// Within its threshold.
        case normal
        /// Beyond its threshold, or marked as an alarm in the feed.
        case alarm
        /// The normal range is unknown.
        case unknown
    }

    /// The measured quantity.
    public var quantity: Quantity
    /// The value.
    public var value: Value
    /// The time of the measurement; `nil` if the feed has none.
    public var measuredAt: Timestamp?
    /// The normal range: the feed's, else the default of the quantity.
    public var threshold: Threshold?
    /// Whether the value is normal.
    public var state: State

    /// Creates a measurement; `state` takes precedence over the threshold.
    public init(
        _ quantity: Quantity, _ value: Value, at measuredAt: Timestamp? = nil,
        threshold: Threshold? = nil, state: State? = nil
    ) {
        self.quantity = quantity
        self.value = value
        self.measuredAt = measuredAt
        let threshold = threshold ?? quantity.defaultThreshold
        if case .number = value { self.threshold = threshold }
        self.state = state ?? Self.state(of: value, quantity, threshold)
    }

    private static func state(
        of value: Value, _ quantity: Quantity, _ threshold: Threshold?
    ) -> State {
        switch (quantity, value) {
        case (_, .number(let number)):
            threshold.map { $0.contains(number) ? .normal : .alarm } ?? .unknown
        case (.smoke, .condition(let holds)), (.tippedOver, .condition(let holds)):
            holds ? .alarm : .normal
        case (.connectivity, .condition(let holds)): holds ? .normal : .alarm
        case (_, .condition): .unknown
        }
    }
}

/// The range of normal values; an end that is `nil` is open.
public struct Threshold: Equatable, Sendable, Codable {
    /// The lowest normal value.
    public var minimum: Double?
    /// The highest normal value.
    public var maximum: Double?

    /// Creates a range; returns `nil` if both ends are open.
    public init?(minimum: Double? = nil, maximum: Double? = nil) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Returns whether a value is normal; both ends are included.
    public func contains(_ value: Double) -> Bool {
        value >= minimum ?? -.infinity && value <= maximum ?? .infinity
    }
}

extension Quantity {
    /// The threshold if the feed has none; `nil` for quantities whose normal range depends on the
    /// site.
    ///
    /// A battery is low below 20 %, similar to battery events, and more than 2 % per metre is
    /// smoke.
    public var defaultThreshold: Threshold? {
        switch self {
        case .battery: Threshold(minimum: 20)
        case .smoke: Threshold(maximum: 2)
        case .temperature, .noiseLevel, .humidity, .connectivity, .speed, .tippedOver: nil
        }
    }
}

/// A value of a sensor at one time: a point of its history.
public struct Sample: Equatable, Sendable {
    /// The time of the measurement, or of the snapshot if the feed has none.
    public var at: Timestamp
    /// The value as a number: a condition is 0 or 1.
    public var value: Double

    /// Creates a sample.
    public init(at: Timestamp, value: Double) {
        self.at = at
        self.value = value
    }
}

extension Measurement {
    /// Value with its unit, such as `31.5 °C` or `yes`.
    public var text: String { quantity.text(of: value) }

    /// Name of its alarm, such as `tipped over`, `no connectivity` or `temperature`.
    public var alarmLabel: String { alarmLabel(in: .current) }

    /// Returns the name of its alarm in a language.
    func alarmLabel(in language: Language) -> String {
        // Connectivity raises an alarm when it does not hold.
        if case .condition(false) = value {
            return language.word("no " + quantity.englishLabel)
        }
        return quantity.label(in: language)
    }

    /// Whether lists of facts for people show it: a condition that does not hold is none, unless
    /// that is an alarm.
    public var isFact: Bool { state == .alarm || value != .condition(false) }

    /// Threshold, such as `5 to 35 °C`, `at most 80 dB(A)` or `at least 20 %`; `nil` without one.
    public var thresholdText: String? {
        guard let threshold else { return nil }
        return switch (threshold.minimum, threshold.maximum) {
        case (let minimum?, let maximum?):
            localized("\(quantity.digits(of: minimum)) to \(quantity.text(of: .number(maximum)))")
        case (let minimum?, nil): localized("at least \(quantity.text(of: .number(minimum)))")
        case (nil, let maximum?): localized("at most \(quantity.text(of: .number(maximum)))")
        case (nil, nil): nil
        }
    }
}

extension Quantity {
    /// Returns a value of the quantity with its unit; the text contains no feed text.
    public func text(of value: Measurement.Value) -> String {
        switch value {
        case .number(let number):
            symbol.isEmpty
                ? digits(of: number) : digits(of: number) + Language.current.unitSpace + symbol
        case .condition(let holds): Language.current.word(text(of: holds))
        }
    }

    /// Returns a number rounded to a tenth, for smoke to a hundredth.
    fileprivate func digits(of number: Double) -> String {
        guard number.isFinite else { return "?" }
        var text = UTF8Buffer()
        text.append(number, roundedTo: self == .smoke ? 2 : 1, in: .current)
        return text.string
    }

    func text(of holds: Bool) -> String {
        switch self {
        case .connectivity: holds ? "connected" : "none"
        case .smoke: holds ? "yes" : "none"
        case .temperature, .noiseLevel, .humidity, .battery, .speed, .tippedOver:
            holds ? "yes" : "no"
        }
    }
}

extension Measurement {
    /// The measurement as a JSON object: `quantity`, `value`, `unit`, `measured_at`, `threshold`
    /// with `min` and `max`, and `state`.
    ///
    /// Unknown members are omitted. The value is a number in the unit, or `true` or `false`.
    public var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add(self)
        return object
    }
}

extension JSONObjectWriter {
    /// Adds the members of a measurement: see ``Measurement/jsonObject``.
    mutating func add(_ measurement: Measurement) {
        add("quantity", measurement.quantity.rawValue)
        switch measurement.value {
        case .number(let number):
            add("value", number)
            add("unit", measurement.quantity.unit)
        case .condition(let holds): add("value", holds)
        }
        add("measured_at", measurement.measuredAt)
        add("threshold", measurement.threshold?.jsonObject)
        add("state", measurement.state.rawValue)
    }
}

extension Threshold {
    fileprivate var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("min", minimum)
        object.add("max", maximum)
        return object
    }
}
