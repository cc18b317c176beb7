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
