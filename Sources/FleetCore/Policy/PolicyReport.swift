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

    private static let ruleFields = [
        RecordList.Field("policy_id"), RecordList.Field("policy"), RecordList.Field("rule_id"),
        RecordList.Field("rule"), RecordList.Field("rule_type"), RecordList.Field("rule_units"),
        RecordList.Field("minimum", isRightAligned: true),
        RecordList.Field("maximum", isRightAligned: true),
        RecordList.Field("seconds_in_effect", isRightAligned: true),
        RecordList.Field("coverage", isRightAligned: true),
        RecordList.Field("compliance_percent", isRightAligned: true),
        RecordList.Field("is_estimated"), RecordList.Field("reason"),
        RecordList.Field("violation_count", isRightAligned: true), RecordList.Field("violations"),
    ]
    private static let violationFields = [
        RecordList.Field("policy_id"), RecordList.Field("policy"), RecordList.Field("rule_id"),
        RecordList.Field("rule"), RecordList.Field("start"), RecordList.Field("end"),
        RecordList.Field("peak", isRightAligned: true), RecordList.Field("peak_at"),
        RecordList.Field("vehicle_ids"),
    ]

    /// Names of all fields: of the rules, or of their violations.
    public static func fieldNames(ofViolations: Bool) -> [String] {
        (ofViolations ? violationFields : ruleFields).map(\.name)
    }

    /// The rules as a list, each with its violations: `coverage` is the observed share of the time
    /// in effect, and `compliance_percent` the share of that in which the rule was kept.
    ///
    /// - Parameters:
    ///   - header: The members before the list.
    ///   - zone: The zone of times in tables.
    public func rules(_ header: JSONObjectWriter, in zone: SystemZone) -> RecordList {
        RecordList(
            "rules", header: header, fields: Self.ruleFields,
            records: findings.map { finding in
                Self.names(finding) + [
                    .text(finding.rule.measure.name), FieldValue(finding.rule.unit),
                    FieldValue(finding.rule.minimum.map(Double.init)),
                    FieldValue(finding.rule.maximum.map(Double.init)),
                    .number(Double(finding.inEffect) / 1000), FieldValue(finding.coverage),
                    FieldValue(finding.compliance.map { $0 * 100 }),
                    .flag(finding.isEstimated), FieldValue(finding.reason?.rawValue),
                    .number(Double(finding.violationCount)),
                    .objects(
                        finding.violations.map(object), text: "\(finding.violations.count)"),
                ]
            }, table: table(in: zone))
    }

    private static func names(_ finding: PolicyFinding) -> [FieldValue] {
        [
            .text(finding.policy.id), .text(finding.policy.name), .text(finding.rule.id),
            .text(finding.rule.name),
        ]
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

    private func table(in zone: SystemZone) -> RecordList.Table {
        RecordList.Table(
            ["POLICY", "RULE", "LIMIT", "KEPT", "OBSERVED", "VIOLATIONS", "WORST", "NOTE"],
            rightAligned: ["KEPT", "OBSERVED", "VIOLATIONS"],
            rows: findings.map { finding in
                let worst = finding.worst.map { "\($0.peak) at \(zone.clock($0.peakAt))" }
                return [
                    TerminalText.limited(finding.policy.name),
                    TerminalText.limited(finding.rule.name), finding.rule.limit,
                    finding.compliance.map {
                        (finding.isEstimated ? "~" : "") + Self.percent($0)
                    } ?? "-",
                    finding.coverage.map(Self.percent) ?? "-", "\(finding.violationCount)",
                    worst ?? "-", finding.note,
                ]
            })
    }

    private static func percent(_ share: Double) -> String {
        // A share below all is never shown as all.
        ShortText.percent((share * 1000).rounded(.down) / 10)
    }

    /// The violations of all rules as a list.
    public func violations(_ header: JSONObjectWriter, in zone: SystemZone) -> RecordList {
        let all = findings.flatMap { finding in finding.violations.map { (finding, $0) } }
        return RecordList(
            "violations", header: header, fields: Self.violationFields,
            records: all.map { finding, violation in
                Self.names(finding) + [
                    FieldValue(violation.start), FieldValue(violation.end),
                    .number(Double(violation.peak)), FieldValue(violation.peakAt),
                    .texts(vehicles(violation)),
                ]
            },
            table: RecordList.Table(
                ["RULE", "LIMIT", "START", "END", "PEAK", "AT", "VEHICLES"],
                rightAligned: ["PEAK"],
                rows: all.map { finding, violation in
                    [
                        TerminalText.limited(finding.rule.name), finding.rule.limit,
                        zone.clock(violation.start), zone.clock(violation.end),
                        "\(violation.peak)", zone.clock(violation.peakAt),
                        TerminalText.limited(vehicles(violation).joined(separator: ", ")),
                    ]
                }))
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
