package import FleetCore
package import Foundation

/// A version of a limit in the API and in lists.
package struct LimitDocument: Document {
    private var name = ""
    private var indicator = ""
    private var days: Int?
    private var atMost = 0
    private var sources: [String] = []
    private var vehicleType: String?
    private var zone: String?
    private var neededCoverage = 0.0
    private var from = LocalDay(number: 0)
    private var until: LocalDay?
    private var id = UUID.zero
    private var createdBy: String?
    private var createdAt = Timestamp(milliseconds: 0)

    package init() {}

    /// Creates the document of a version.
    /// - Parameter name: Returns the name of a source; `nil` for a removed one.
    package init(_ limit: TeamLimit, sourceName: (UUID) -> String?) {
        let content = limit.content
        (id, name, atMost) = (limit.id, content.name, content.rule.maximum)
        (indicator, days) = (content.rule.indicator.name, content.rule.indicator.days)
        sources = content.orderedSources.map { sourceName($0) ?? $0.text }
        (vehicleType, zone) = (content.type, content.scopeName)
        neededCoverage = content.rule.neededCoverage
        (from, until) = (content.firstDay, limit.lastDay)
        (createdBy, createdAt) = (limit.createdBy, limit.createdAt)
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name)
        fields.visit("indicator", &indicator)
        fields.visit("days", &days, "Days of unrented_vehicles.")
        fields.visit("at_most", &atMost)
        fields.visit(
            "sources", &sources,
            "Names of the sources, whose vehicles are added; the UUID of a removed one.")
        fields.visit("vehicle_type", &vehicleType, "Name or ID of the type; absent for all.")
        fields.visit(
            "zone", &zone, "Name of the zone of the feed, or of the area; absent for everywhere.")
        fields.visit("needed_coverage", &neededCoverage, nil, .init(range: 0...1))
        fields.visit("from", &from, "First day.")
        fields.visit(
            "until", &until,
            """
            Last day, included: its own, or that before the next version; absent for no end.
            """)
        fields.visit("id", &id)
        fields.visit("created_by", &createdBy)
        fields.visit("created_at", &createdAt)
    }
}

/// A new limit as a client sends it.
package struct NewLimitDocument: RequestDocument {
    package var name = ""
    package var indicator = ""
    package var days: Int?
    package var atMost = 0
    package var sources: [String] = []
    package var type: String?
    package var zone: String?
    package var coverage: Double?
    package var from: String?
    package var until: String?

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("name", &name, "Versions of a limit share it.", .init(length: 1...64))
        fields.visit("indicator", &indicator, nil, .init(choices: LimitRule.Indicator.names))
        fields.visit(
            "days", &days, "Days of unrented_vehicles; only for it.", .init(range: 1...365))
        fields.visit("at_most", &atMost, nil, .init(range: 0...1_000_000_000))
        fields.visit("sources", &sources, nil, .init(count: 1...50))
        fields.visit("vehicle_type", &type, nil, .init(length: 1...200))
        fields.visit(
            "zone", &zone,
            """
            Name of a zone of the sources. Without it, vehicles_in_no_parking counts where their \
            zones forbid to park.
            """, .init(length: 1...Int.max))
        fields.visit(
            "needed_coverage", &coverage, nil, .init(range: 0...1, byDefault: .number(0.9)))
        fields.visit("from", &from, "First day; today without it.", .init(format: "date"))
        fields.visit("until", &until, nil, .init(format: "date"))
    }
}

/// The end of a limit as a client sends it.
package struct LimitEndDocument: RequestDocument {
    package var until = ""

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("until", &until, "Last day, included.", .init(format: "date"))
    }
}

/// A day of a version of a limit in the API and in lists.
package struct LimitDayDocument: Document {
    private var day = LocalDay(number: 0)
    private var outcome = LimitVerdict.Outcome.unknown
    private var reason: LimitVerdict.Reason?
    private var worst: Int?
    private var worstAt: Timestamp?
    private var atMost = 0
    private var coverage = 0.0
    private var isFinal = false
    private var decidedAt = Timestamp(milliseconds: 0)
    private var earlierOutcome: LimitVerdict.Outcome?
    private var correction: String?
    private var correctedBy: String?
    private var correctedAt: Timestamp?

    package init() {}

    /// Creates the document of a day.
    package init(_ listed: TeamLimitDay.Listed) {
        let (day, verdict, correction) = (listed.day, listed.day.verdict, listed.day.correction)
        (self.day, outcome, reason) = (day.day, verdict.outcome, verdict.reason)
        (worst, worstAt, coverage) = (verdict.worst, verdict.at, verdict.coverage)
        (atMost, isFinal) = (listed.limit.content.rule.maximum, day.isFinal)
        (decidedAt, earlierOutcome) = (day.decidedAt, correction?.earlier)
        (self.correction, correctedBy) = (correction?.reason, correction?.by)
        correctedAt = correction?.at
    }

    package mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("day", &day)
        fields.visit("outcome", &outcome)
        fields.visit("reason", &reason, "Why the outcome is unknown.")
        fields.visit("worst", &worst, "Largest number of vehicles that was certainly counted.")
        fields.visit("worst_at", &worstAt, "First time of that number.")
        fields.visit("at_most", &atMost)
        fields.visit(
            "coverage", &coverage, "Share of the day in which all sources were read.",
            .init(range: 0...1))
        fields.visit(
            "is_final", &isFinal, "Whether it is decided for good; otherwise the day goes on.")
        fields.visit("decided_at", &decidedAt)
        fields.visit("earlier_outcome", &earlierOutcome, "Outcome before the first correction.")
        fields.visit("correction", &correction, "Why it was corrected.")
        fields.visit("corrected_by", &correctedBy)
        fields.visit("corrected_at", &correctedAt)
    }
}

/// A correction of a day of a limit as a client sends it.
package struct LimitCorrectionDocument: RequestDocument {
    /// The fields of the day that the answer leaves out.
    package static let omitted: Set = [
        "reason", "worst", "worst_at", "at_most", "coverage", "is_final", "decided_at",
    ]

    package var outcome = ""
    package var reason = ""

    package init() {}

    package mutating func visit(_ fields: inout some FieldVisitor) {
        let outcomes = LimitVerdict.Outcome.allCases.map(\.rawValue)
        fields.visit("outcome", &outcome, nil, .init(choices: outcomes))
        fields.visit("reason", &reason, nil, .init(length: 1...500))
    }
}

extension LimitVerdict.Outcome: TextFieldType {}
extension LimitVerdict.Reason: TextFieldType {}
