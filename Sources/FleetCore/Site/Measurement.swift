/// What a sensor told last.
public struct Measurement: Equatable, Sendable, Codable {
    /// A number in the quantity's unit, or a condition that holds or does not.
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

    /// Whether the value is as it should be.
    public enum State: String, CaseIterable, Sendable, Codable {
        /// Within its threshold.
        case normal
        /// Beyond its threshold, or told as an alarm by the feed.
        case alarm
        /// Nobody said what is normal.
        case unknown
    }

    /// What is measured.
    public var quantity: Quantity
    /// How much.
    public var value: Value
    /// When; `nil` if the feed does not say.
    public var measuredAt: Timestamp?
    /// Within which it is normal: the feed's, else that of the quantity.
    public var threshold: Threshold?
    /// Whether it is.
    public var state: State

    /// Creates a measurement; what is given as `state` comes before what the threshold says.
    public init(
        _ quantity: Quantity, _ value: Value, at measuredAt: Timestamp? = nil,
        threshold: Threshold? = nil, state: State? = nil
    ) {
        self.quantity = quantity
        self.value = value
        self.measuredAt = measuredAt
        let threshold = threshold ?? quantity.usualThreshold
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
