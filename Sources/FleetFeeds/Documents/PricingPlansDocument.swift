import FleetCore
import JSON

/// Reader of `system_pricing_plans.json` (`data.plans`).
struct PricingPlansDocument: SideDocument {
    let name = DocumentName.pricingPlans
    var content: WritableKeyPath<SideDocuments, [PricingPlan]?> { \.pricingPlans }
    let minFreshness = Duration.seconds(600)

    /// Maximum number of plans and of segments of each, and length of a text in bytes.
    private static let (maxPlans, maxSegments, maxTextLength) = (1000, 50, 2000)

    private static let scan = ListScan(
        lists: ["data.plans", "plans"],
        fields: [
            "plan_id", "name", "currency", "price", "is_taxable", "description", "per_km_pricing",
            "per_min_pricing", "surge_pricing", "reservation_price_per_min",
            "reservation_price_flat_rate",
        ])

    /// Parses the document; skips plans without ID.
    ///
    /// - Throws: A failure at `location`; `noList` if the document has no list of plans.
    func parse(
        _ bytes: consuming [UInt8], at location: String
    ) throws(FeedFailure) -> FeedDocument<[PricingPlan]> {
        try Self.scan.elements(
            of: bytes, at: location, maxCount: Self.maxPlans,
            otherwise: .content(.noList(of: "plans"))
        ) { row in
            String(lenient: row[0]).map { Self.plan($0, row) }
        }
    }

    private static func plan(_ id: String, _ row: JSONRow) -> PricingPlan {
        var plan = PricingPlan(id: id)
        plan.name = text(row[1])
        plan.currency = String(lenient: row[2]).flatMap { $0.utf8.count <= 8 ? $0 : nil }
        plan.price = Double(lenient: row[3])
        plan.isTaxable = Bool(lenient: row[4])
        plan.text = text(row[5])
        plan.perKilometer = segments(row[6])
        plan.perMinute = segments(row[7])
        plan.hasSurges = Bool(lenient: row[8])
        plan.reservationPerMinute = Double(lenient: row[9])
        plan.reservationPrice = Double(lenient: row[10])
        return plan
    }

    private static func text(_ field: JSONField) -> String? {
        String(localized: field).flatMap { $0.utf8.count <= maxTextLength ? $0 : nil }
    }

    private static func segments(_ field: JSONField) -> [PricingPlan.Segment] {
        (JSONValue(field)?.array?.prefix(maxSegments) ?? []).compactMap { segment in
            Double(lenient: segment["rate"]).map { rate in
                PricingPlan.Segment(
                    start: Double(lenient: segment["start"]) ?? 0, rate: rate,
                    interval: Double(lenient: segment["interval"]) ?? 0,
                    end: Double(lenient: segment["end"]))
            }
        }
    }
}
