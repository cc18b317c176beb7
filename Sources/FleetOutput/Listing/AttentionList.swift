package import FleetCore
import FleetRuntime

/// What needs attention as a list: open entries, entries that somebody handles, and with a past
/// what happened.
package struct AttentionList {
    private let report: AttentionReport
    /// Whether handled entries are rows of tables.
    private let showsHandled: Bool

    package init(_ report: AttentionReport, showsHandled: Bool) {
        (self.report, self.showsHandled) = (report, showsHandled)
    }

    /// A row: an entry of a group, or an action.
    private struct Row {
        var state: String
        var group: AttentionGroup?
        var source: String?
        var id: String
        var name: String?
        var text: String
        var at: Timestamp?
        var isNew: Bool?
        var by: String?
        var reason: String?
        var until: Timestamp?
        var note: Int64?
    }

    private static var columns: [RecordList.Column<Row>] {
        [
            .init("state") { .text($0.state) },
            .init("group") { FieldValue($0.group?.rawValue) },
            .init("source") { FieldValue($0.source) },
            .init("id") { .text($0.id) },
            .init("name") { FieldValue($0.name) },
            .init("text") { .text($0.text) },
            .init("at") { FieldValue($0.at) },
            .init("is_new") { FieldValue($0.isNew) },
            .init("by") { FieldValue($0.by) },
            .init("reason") { FieldValue($0.reason) },
            .init("until") { FieldValue($0.until) },
            .number("note") { FieldValue($0.note) },
        ]
    }

    /// Names of all fields.
    package static var fieldNames: [String] { columns.map(\.name) }

    private var open: [Row] {
        report.groups.flatMap { group in
            group.entries.map { entry in
                Row(
                    state: entry.isNew == true ? "new" : "open", group: group.group,
                    source: group.source, id: entry.id, name: entry.name, text: entry.text,
                    at: entry.since?.value, isNew: entry.isNew, by: entry.assignee)
            }
        }
    }

    private var handled: [Row] {
        report.groups.flatMap { group in
            group.handled.map { entry in
                let handling = entry.handling
                return Row(
                    state: handling?.isTaken == true ? "taken" : "snoozed", group: group.group,
                    source: group.source, id: entry.id, name: entry.name, text: entry.text,
                    at: handling?.at.value, by: handling?.by, reason: handling?.reason,
                    until: handling?.until?.value, note: handling?.note)
            }
        }
    }

    private var actions: [Row] {
        report.actions.map { action in
            Row(
                state: action.kind == .taken ? "task" : action.kind.rawValue,
                group: action.group, source: action.source, id: action.id ?? "",
                name: action.name, text: action.text, at: action.at.value, by: action.by)
        }
    }

    /// Returns the list.
    package func list(_ localTime: @escaping (Timestamp) -> String) -> RecordList {
        var header = JSONObjectWriter()
        header.add("at", report.at.value)
        header.add("since", report.since?.value)
        header.add("count", report.count)
        header.add("groups", report.groups.map(Self.json))
        header.add(
            "records",
            report.since == nil
                ? nil
                : report.records.map { record in
                    var object = JSONObjectWriter()
                    object.add("source", record.source)
                    object.add("complete_since", record.since?.value)
                    object.add("is_complete", record.isComplete)
                    return object
                })
        return RecordList(
            "entries", header: header, columns: Self.columns, rows: open + handled + actions,
            table: [
                .init("WHAT") { $0.group?.title ?? "Task" },
                .init("SOURCE") { TerminalText.escaped($0.source ?? "") },
                .init("ID") { row in
                    let isNote = row.group == .task || row.group == .report
                    return TerminalText.limited(isNote ? row.name ?? row.id : row.id)
                },
                .init("STATE") { $0.state },
                .init("TEXT") { row in
                    let people = [
                        row.by.map { "by " + $0 }, row.until.map { "until " + localTime($0) },
                    ].compactMap(\.self).joined(separator: ", ")
                    let text = [row.text, row.reason ?? "", people].filter { !$0.isEmpty }
                    return TerminalText.limited(text.joined(separator: "; "))
                },
                .init("SINCE") { $0.at.map(localTime) ?? "" },
            ],
            tableRows: open + (showsHandled ? handled : []) + actions)
    }

    private static func json(_ group: AttentionReport.Group) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("group", group.group.rawValue)
        object.add("source", group.source)
        object.add("bound", group.bound)
        object.add("count", group.count)
        object.add("new", group.newCount)
        object.add("handled", group.handledCount)
        return object
    }

    private static let emptyText =
        "nothing needs attention; `fleet source edit NAME --low-battery 25` sets a bound"

    /// The counts in words, and how far the record of the past reaches, with line ends.
    package func headerText(_ localTime: (Timestamp) -> String) -> String {
        let counts = AttentionGroup.allCases.compactMap { kind -> String? in
            let groups = report.groups.filter { $0.group == kind && $0.count > 0 }
            guard !groups.isEmpty else { return nil }
            let numbers = groups.map { group in
                let source = group.source.map { " in " + TerminalText.escaped($0) } ?? ""
                let new = group.newCount.map { $0 > 0 ? " (\($0) new)" : "" } ?? ""
                return ShortText.grouped(group.count) + source + new
            }
            // Each source is one entry.
            if kind == .source { return "sources: \(ShortText.grouped(groups.count))" }
            return kind.title.lowercased() + ": " + numbers.joined(separator: ", ")
        }
        let handled = report.handledCount
        var lines = [counts.isEmpty ? Self.emptyText : counts.joined(separator: "; ")]
        if handled > 0 { lines.append("\(handled) taken or snoozed") }
        if let since = report.since {
            lines.append(
                "since \(localTime(since.value)): \(report.newCount) new, "
                    + "\(report.solvedCount) solved, \(report.stillOpenCount) still open")
        }
        for record in report.records where !record.isComplete {
            let source = TerminalText.escaped(record.source)
            lines.append(
                record.since.map {
                    "the record of \(source) is complete only since \(localTime($0.value))"
                } ?? "the past of \(source) is not recorded: only `fleet serve` records it")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether groups have more entries than the list.
    package var isShortened: Bool { report.groups.contains { $0.count > $0.entries.count } }
}
