public import FleetCore
public import FleetSQL
public import Foundation

extension TeamLimit {
    /// Names of the fields of ``list(_:sourceName:)``.
    public static var fieldNames: [String] {
        LimitDocument.CodingKeys.allCases.map(\.stringValue)
    }

    /// Returns versions of limits as a list.
    /// - Parameter name: Returns the name of a source; `nil` for a removed one.
    public static func list(
        _ limits: [TeamLimit], sourceName name: @escaping (UUID) -> String?
    ) -> RecordList {
        RecordList(
            "limits", columns: LimitDocument.columns { LimitDocument($0, sourceName: name) },
            rows: limits,
            table: [
                .init("NAME") { $0.content.name },
                .init("LIMIT") { $0.content.ruleText },
                .init("SOURCES") {
                    $0.content.orderedSources.map { name($0) ?? localized("a removed source") }
                        .joined(separator: ", ")
                },
                .init("TYPE") { TerminalText.limited($0.content.type ?? "-") },
                .init("ZONE") { TerminalText.limited($0.content.scopeName ?? "-") },
                .init("FROM") { $0.content.firstDay.text },
                .init("UNTIL") { $0.lastDay?.text ?? "-" },
            ])
    }
}

extension TeamLimitDay {
    /// A day of a version of a limit.
    public typealias Listed = (limit: TeamLimit, day: TeamLimitDay)

    private static var columns: [RecordList.Column<Listed>] {
        LimitDayDocument.columns(LimitDayDocument.init)
    }

    /// Names of the fields of ``list(_:named:in:)``.
    public static var fieldNames: [String] { columns.map(\.name) }

    /// Returns days of the versions of a limit as a list.
    public static func list(
        _ days: [Listed], named name: String, in zone: SystemTimeZone
    ) -> RecordList {
        RecordList(
            "days", header: header(name, in: zone), columns: columns, rows: days,
            table: [
                .init("DAY") { $0.day.day.text },
                .init("OUTCOME") { $0.day.verdict.outcome.text },
                .number("WORST") { $0.day.verdict.worst.map(String.init) ?? "-" },
                .number("AT MOST") { String($0.limit.content.rule.maximum) },
                .init("AT") { $0.day.verdict.at.map { zone.clock($0) } ?? "-" },
                .number("COVERAGE") { $0.day.verdict.coverageText },
                .init("NOTE") { TerminalText.limited($0.day.note ?? "") },
            ])
    }

    private static func header(_ name: String, in zone: SystemTimeZone) -> JSONObjectWriter {
        var header = JSONObjectWriter()
        header.add("name", name)
        header.add("time_zone", zone.name)
        return header
    }

    /// Returns the vehicles that counted at the worst time of the day as a list.
    public func list(
        _ vehicles: [LimitHistory.CountedVehicle], of limit: TeamLimit, in zone: SystemTimeZone
    ) -> RecordList {
        var header = Self.header(limit.content.name, in: zone)
        for column in Self.columns { header.add(column.name, column.value((limit, self))) }
        return RecordList(
            "vehicles", header: header, columns: Self.vehicleColumns, rows: vehicles,
            table: [
                .init("SOURCE") { $0.source },
                .init("ID") { TerminalText.limited($0.id) },
                .number("FOR") { $0.seconds.map { ShortText.duration(.seconds($0)) } ?? "-" },
            ])
    }

    private static var vehicleColumns: [RecordList.Column<LimitHistory.CountedVehicle>] {
        [
            .init("source") { .text($0.source) },
            .init("vehicle_id") { .text($0.id) },
            .number("seconds") { FieldValue($0.seconds) },
        ]
    }

    /// Returns the line above the vehicles.
    public func title(of limit: TeamLimit) -> String {
        let worst = verdict.worst.map { ", worst \($0) of \(limit.content.rule.maximum)" } ?? ""
        let note = note.map { " (\(TerminalText.limited($0)))" } ?? ""
        return "\(limit.content.name) on \(day.text): \(verdict.outcome.text)\(worst)\(note)\n"
    }

    /// Names of the fields of the vehicles.
    public static var vehicleFieldNames: [String] { vehicleColumns.map(\.name) }

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
