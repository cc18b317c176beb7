public import FleetCore
public import FleetSQL
public import Foundation

extension TeamLimit {
    private static let fields = [
        RecordList.Field("name"), RecordList.Field("indicator"),
        RecordList.Field("days", isRightAligned: true),
        RecordList.Field("at_most", isRightAligned: true), RecordList.Field("sources"),
        RecordList.Field("vehicle_type"), RecordList.Field("zone"),
        RecordList.Field("needed_coverage", isRightAligned: true), RecordList.Field("from"),
        RecordList.Field("until"), RecordList.Field("id"), RecordList.Field("created_by"),
        RecordList.Field("created_at"),
    ]

    /// Names of the fields of ``list(_:sources:)``.
    public static var fieldNames: [String] { fields.map(\.name) }

    /// Returns versions of limits as a list.
    /// - Parameter name: Returns the name of a source; `nil` for a removed one.
    public static func list(
        _ limits: [TeamLimit], sourceName name: (UUID) -> String?
    ) -> RecordList {
        RecordList(
            "limits", fields: fields,
            records: limits.map { limit in
                let content = limit.content
                return [
                    .text(content.name), .text(content.rule.indicator.name),
                    FieldValue(content.rule.indicator.days.map(Double.init)),
                    .number(Double(content.rule.maximum)),
                    .texts(content.orderedSources.map { name($0) ?? $0.text }),
                    FieldValue(content.type), FieldValue(content.groundName),
                    .number(content.rule.neededCoverage), .text(content.firstDay.text),
                    FieldValue(limit.lastDay?.text), .text(limit.id.text),
                    FieldValue(limit.createdBy), FieldValue(limit.createdAt),
                ]
            },
            table: RecordList.Table(
                ["NAME", "LIMIT", "SOURCES", "TYPE", "ZONE", "FROM", "UNTIL"],
                rows: limits.map { limit in
                    let content = limit.content
                    return [
                        content.name, content.ruleText,
                        content.orderedSources.map { name($0) ?? localized("a removed source") }
                            .joined(separator: ", "),
                        TerminalText.limited(content.type ?? "-"),
                        TerminalText.limited(content.groundName ?? "-"),
                        content.firstDay.text, limit.lastDay?.text ?? "-",
                    ]
                }))
    }
}

extension TeamLimitDay {
    private static let fields = [
        RecordList.Field("day"), RecordList.Field("outcome"), RecordList.Field("reason"),
        RecordList.Field("worst", isRightAligned: true), RecordList.Field("worst_at"),
        RecordList.Field("at_most", isRightAligned: true),
        RecordList.Field("coverage", isRightAligned: true), RecordList.Field("is_final"),
        RecordList.Field("decided_at"), RecordList.Field("earlier_outcome"),
        RecordList.Field("correction"), RecordList.Field("corrected_by"),
        RecordList.Field("corrected_at"),
    ]

    /// Names of the fields of ``list(_:of:in:)``.
    public static var fieldNames: [String] { fields.map(\.name) }

    /// Returns days of the versions of a limit as a list.
    public static func list(
        _ days: [(limit: TeamLimit, day: TeamLimitDay)], named name: String, in zone: SystemZone
    ) -> RecordList {
        var header = JSONObjectWriter()
        header.add("name", name)
        header.add("time_zone", zone.name)
        return RecordList(
            "days", header: header, fields: fields,
            records: days.map { limit, day in day.values(of: limit) },
            table: RecordList.Table(
                ["DAY", "OUTCOME", "WORST", "AT MOST", "AT", "COVERAGE", "NOTE"],
                rightAligned: ["WORST", "AT MOST", "COVERAGE"],
                rows: days.map { limit, day in
                    let verdict = day.verdict
                    return [
                        day.day.text, verdict.outcome.text,
                        verdict.worst.map(String.init) ?? "-",
                        String(limit.content.rule.maximum),
                        verdict.at.map { zone.clock($0) } ?? "-", verdict.coverageText,
                        TerminalText.limited(day.note ?? ""),
                    ]
                }))
    }

    private func values(of limit: TeamLimit) -> [FieldValue] {
        [
            .text(day.text), .text(verdict.outcome.rawValue), FieldValue(verdict.reason?.rawValue),
            FieldValue(verdict.worst.map(Double.init)), FieldValue(verdict.at),
            .number(Double(limit.content.rule.maximum)), .number(verdict.coverage),
            .flag(isFinal), FieldValue(decidedAt), FieldValue(correction?.earlier.rawValue),
            FieldValue(correction?.reason), FieldValue(correction?.by), FieldValue(correction?.at),
        ]
    }

    /// Returns the vehicles that counted at the worst time of the day as a list.
    public func list(
        _ vehicles: [LimitHistory.CountedVehicle], of limit: TeamLimit, in zone: SystemZone
    ) -> RecordList {
        var header = JSONObjectWriter()
        header.add("name", limit.content.name)
        header.add("time_zone", zone.name)
        for (field, value) in zip(Self.fields, values(of: limit)) {
            header.add(field.name, value)
        }
        return RecordList(
            "vehicles", header: header, fields: Self.vehicleFields,
            records: vehicles.map {
                [.text($0.source), .text($0.id), FieldValue($0.seconds.map(Double.init))]
            },
            table: RecordList.Table(
                ["SOURCE", "ID", "FOR"], rightAligned: ["FOR"],
                rows: vehicles.map {
                    [
                        $0.source, TerminalText.limited($0.id),
                        $0.seconds.map { ShortText.duration(.seconds($0)) } ?? "-",
                    ]
                }))
    }

    private static let vehicleFields = [
        RecordList.Field("source"), RecordList.Field("vehicle_id"),
        RecordList.Field("seconds", isRightAligned: true),
    ]

    /// Returns the line above the vehicles.
    public func title(of limit: TeamLimit) -> String {
        let worst = verdict.worst.map { ", worst \($0) of \(limit.content.rule.maximum)" } ?? ""
        let note = note.map { " (\(TerminalText.limited($0)))" } ?? ""
        return "\(limit.content.name) on \(day.text): \(verdict.outcome.text)\(worst)\(note)\n"
    }

    /// Names of the fields of the vehicles.
    public static var vehicleFieldNames: [String] { vehicleFields.map(\.name) }

    /// What people need to know about the outcome: why it is unknown or was corrected, and whether
    /// the day goes on; `nil` for nothing.
    public var note: String? {
        let notes = [
            verdict.reason?.text, isFinal ? nil : localized("the day is not over"),
            correction.map { localized("corrected, was \($0.earlier.text): \($0.reason)") },
        ].compactMap(\.self)
        return notes.isEmpty ? nil : notes.joined(separator: "; ")
    }
}

extension LimitVerdict {
    /// The coverage for people.
    public var coverageText: String { ShortText.percent((coverage * 1000).rounded() / 10) }
}
