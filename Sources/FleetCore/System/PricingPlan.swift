/// A price of rides (GBFS `system_pricing_plans.json`, `plans`).
public struct PricingPlan: Equatable, Sendable, Codable {
    /// A part of a price that grows with time or distance (`per_min_pricing`, `per_km_pricing`).
    public struct Segment: Equatable, Sendable, Codable {
        /// The minute or kilometre from which it counts (`start`).
        public var start: Double
        /// What each interval costs (`rate`).
        public var rate: Double
        /// The length of an interval in minutes or kilometres; 0 for one that is charged once
        /// (`interval`).
        public var interval: Double
        /// The minute or kilometre until which it counts; `nil` without an end (`end`).
        public var end: Double?

        /// Creates a segment.
        public init(start: Double, rate: Double, interval: Double, end: Double? = nil) {
            (self.start, self.rate, self.interval, self.end) = (start, rate, interval, end)
        }
    }

    /// The ID (`plan_id`).
    public var id: String
    /// The name (`name`).
    public var name: String?
    /// The currency, a code of ISO 4217 (`currency`).
    public var currency: String?
    /// The fare to begin a ride (`price`).
    public var price: Double?
    /// Whether taxes are added (`is_taxable`).
    public var isTaxable: Bool?
    /// The operator's words (`description`).
    public var text: String?
    /// The part by distance (`per_km_pricing`).
    public var perKilometer: [Segment] = []
    /// The part by time (`per_min_pricing`).
    public var perMinute: [Segment] = []
    /// Whether the operator may raise it at times (`surge_pricing`).
    public var hasSurges: Bool?
    /// The price of each minute of a reservation (3.1, `reservation_price_per_min`).
    public var reservationPerMinute: Double?
    /// The price of a reservation (3.1, `reservation_price_flat_rate`).
    public var reservationPrice: Double?

    /// Creates a plan.
    public init(id: String) { self.id = id }

    /// The price in words, such as `1 EUR, then 0.25 EUR per min`; the operator's words if it has
    /// no figures.
    public var summary: String {
        var parts: [String] = []
        if let price, price != 0 || (perMinute.isEmpty && perKilometer.isEmpty) {
            parts.append(amount(price))
        }
        parts += perMinute.map { self.text(of: $0, unit: "min") }
        parts += perKilometer.map { self.text(of: $0, unit: "km") }
        if let reservationPrice {
            parts.append(localized("reservation \(amount(reservationPrice))"))
        }
        if let reservationPerMinute {
            parts.append(localized("reservation \(amount(reservationPerMinute)) per min"))
        }
        guard !parts.isEmpty else { return text ?? name ?? id }
        if hasSurges == true { parts.append(localized("more at busy times")) }
        if isTaxable == true { parts.append(localized("plus tax")) }
        return parts.joined(separator: ", ")
    }

    /// Returns an amount with two decimals or none, or with more if it has them.
    private func amount(_ value: Double) -> String {
        var digits = ShortText.number(value)
        let decimals = digits.split(separator: Language.current.decimalSeparator).dropFirst().last
        if decimals?.count == 1 { digits += "0" }
        return [digits, currency].compactMap(\.self).joined(separator: " ")
    }

    private func text(of segment: Segment, unit: String) -> String {
        let rate = amount(segment.rate)
        let each =
            switch segment.interval {
            case 0: rate
            case 1: localized("\(rate) per \(unit)")
            default: localized("\(rate) per \(ShortText.number(segment.interval)) \(unit)")
            }
        let (start, end) = (segment.start, segment.end)
        return switch end {
        case nil where start == 0: each
        case nil: localized("\(each) from \(ShortText.number(start)) \(unit)")
        case let end? where start == 0: localized("\(each) up to \(ShortText.number(end)) \(unit)")
        case let end?:
            localized("\(each) from \(ShortText.number(start)) to \(ShortText.number(end)) \(unit)")
        }
    }
}
