/// What a history shows of the rules of policies.
public struct PolicyReport: Sendable {
    /// What was found of each rule, in the order of the policies.
    public let findings: [PolicyFinding]
    /// The IDs of the vehicles of violations, by their numbers.
    public let ids: [VehicleNumber: String]

    /// Creates a report.
    public init(_ findings: [PolicyFinding], ids: [VehicleNumber: String]) {
        (self.findings, self.ids) = (findings, ids)
    }

    private static var nameColumns: [RecordList.Column<PolicyFinding>] {
        [
            .init("policy_id") { .text($0.policy.id) },
            .init("policy") { .text($0.policy.name) },
            .init("rule_id") { .text($0.rule.id) },
            .init("rule") { .text($0.rule.name) },
        ]
    }

    private var ruleColumns: [RecordList.Column<PolicyFinding>] {
        let columns: [RecordList.Column<PolicyFinding>] = [
            .init("rule_type") { .text($0.rule.measure.name) },
            .init("rule_units") { FieldValue($0.rule.unit) },
            .number("minimum") { FieldValue($0.rule.minimum) },
            .number("maximum") { FieldValue($0.rule.maximum) },
            .number("seconds_in_effect") { .number(Double($0.inEffect) / 1000) },
            .number("coverage") { FieldValue($0.coverage) },
            .number("compliance_percent") { FieldValue($0.compliance.map { $0 * 100 }) },
            .init("is_estimated") { .flag($0.isEstimated) },
            .init("reason") { FieldValue($0.reason?.rawValue) },
            .number("violation_count") { FieldValue($0.violationCount) },
            .init("violations") {
                .objects($0.violations.map(object), text: "\($0.violations.count)")
            },
        ]
        return Self.nameColumns + columns
    }

    private typealias FoundViolation = (finding: PolicyFinding, violation: PolicyFinding.Violation)

    private var violationColumns: [RecordList.Column<FoundViolation>] {
        let columns: [RecordList.Column<FoundViolation>] = [
            .init("start") { FieldValue($0.violation.start) },
            .init("end") { FieldValue($0.violation.end) },
            .number("peak") { FieldValue($0.violation.peak) },
            .init("peak_at") { FieldValue($0.violation.peakAt) },
            .init("vehicle_ids") { .texts(vehicles($0.violation)) },
        ]
        return Self.nameColumns.map { $0.of { $0.finding } } + columns
    }

    /// Names of all fields: of the rules, or of their violations.
    public static func fieldNames(ofViolations: Bool) -> [String] {
        let report = PolicyReport([], ids: [:])
        return ofViolations
            ? report.violationColumns.map(\.name) : report.ruleColumns.map(\.name)
    }

    /// The rules as a list, each with its violations: `coverage` is the observed share of the time
    /// in effect, and `compliance_percent` the share of that in which the rule was kept.
    ///
    /// - Parameters:
    ///   - header: The members before the list.
    ///   - zone: The zone of times in tables.
    public func rules(_ header: JSONObjectWriter, in zone: SystemTimeZone) -> RecordList {
        RecordList(
            "rules", header: header, columns: ruleColumns, rows: findings,
            table: [
                .init("POLICY") { TerminalText.limited($0.policy.name) },
                .init("RULE") { TerminalText.limited($0.rule.name) },
                .init("LIMIT") { $0.rule.limit },
                .number("KEPT") { finding in
                    finding.compliance.map { (finding.isEstimated ? "~" : "") + Self.percent($0) }
                        ?? "-"
                },
                .number("OBSERVED") { $0.coverage.map(Self.percent) ?? "-" },
                .number("VIOLATIONS") { "\($0.violationCount)" },
                .init("WORST") { $0.worst.map { "\($0.peak) at \(zone.clock($0.peakAt))" } ?? "-" },
                .init("NOTE") { $0.note },
            ])
    }

    private func object(_ violation: PolicyFinding.Violation) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("start", violation.start)
        object.add("end", violation.end)
        object.add("peak", violation.peak)
        object.add("peak_at", violation.peakAt)
        object.add("vehicle_ids", vehicles(violation))
        return object
    }

    private func vehicles(_ violation: PolicyFinding.Violation) -> [String] {
        violation.vehicles.compactMap { ids[$0] }
    }

    private static func percent(_ share: Double) -> String {
        // A share below all is never shown as all.
        ShortText.percent((share * 1000).rounded(.down) / 10)
    }

    /// The violations of all rules as a list.
    public func violations(_ header: JSONObjectWriter, in zone: SystemTimeZone) -> RecordList {
        let all: [FoundViolation] = findings.flatMap { finding in
            finding.violations.map { (finding, $0) }
        }
        return RecordList(
            "violations", header: header, columns: violationColumns, rows: all,
            table: [
                .init("RULE") { TerminalText.limited($0.finding.rule.name) },
                .init("LIMIT") { $0.finding.rule.limit },
                .init("START") { zone.clock($0.violation.start) },
                .init("END") { zone.clock($0.violation.end) },
                .number("PEAK") { "\($0.violation.peak)" },
                .init("AT") { zone.clock($0.violation.peakAt) },
                .init("VEHICLES") {
                    TerminalText.limited(vehicles($0.violation).joined(separator: ", "))
                },
            ])
    }
}

extension PolicyFinding {
    /// The share of the time in effect that is observed; `nil` if it was never in effect.
    public var coverage: Double? {
        inEffect > 0 ? Double(observed) / Double(inEffect) : nil
    }

    /// Whether the compliance is estimated.
    public var isEstimated: Bool { reason?.isFinal == false && observed > 0 }

    /// The violation with the largest number, the first of them.
    var worst: Violation? {
        var worst: Violation?
        for violation in violations where isWorse(violation, than: worst) { worst = violation }
        return worst
    }

    private func isWorse(_ violation: Violation, than other: Violation?) -> Bool {
        guard let other else { return true }
        // Of two that are too few, the smaller one is worse.
        let isTooLow = rule.measure == .count && rule.isTooLow(Int64(violation.peak))
        return isTooLow ? violation.peak < other.peak : violation.peak > other.peak
    }

    /// What a table says beside the numbers.
    fileprivate var note: String {
        switch reason {
        case .type: "\(TerminalText.limited(rule.measure.name)) rules cannot be compared"
        case .noBound: "no bound to compare with"
        case .geography: "its area is not known"
        case .events: "its events are not looked at"
        case .tripsNotInFeed: "vehicles on a trip are not in the feed"
        case .rotatingIDs: "vehicle IDs change after each trip"
        case .noMovement: "the source is a table, which has no movement"
        case nil where inEffect == 0: "not in effect in this time"
        case nil where violationCount > violations.count:
            "only the first \(violations.count) violations are listed"
        case nil: ""
        }
    }
}

extension PolicyRule {
    /// The unit of the bounds (`rule_units`); `nil` for a type without.
    fileprivate var unit: String? {
        switch measure {
        case .count: "devices"
        case .time(1000): "seconds"
        case .time(60_000): "minutes"
        case .time(3_600_000): "hours"
        case .time: "days"
        case .other: nil
        }
    }

    /// The bounds for people.
    fileprivate var limit: String {
        guard let unit = measure == .count ? "vehicles" : unit else { return "-" }
        let low = minimum.flatMap { minimum in
            minimum == 0 && includesMinimum
                ? nil : (includesMinimum ? "at least " : "more than ") + "\(minimum)"
        }
        let high = maximum.map { (includesMaximum ? "at most " : "less than ") + "\($0)" }
        // A history does not show whether a time is too short.
        let bounds = (measure == .count ? [low, high] : [high]).compactMap(\.self)
        let isOne = (maximum ?? minimum) == 1
        return bounds.isEmpty
            ? "-" : bounds.joined(separator: " and ") + " \(isOne ? String(unit.dropLast()) : unit)"
    }
}
