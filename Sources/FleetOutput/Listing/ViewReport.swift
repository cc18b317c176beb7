package import FleetCore
package import FleetTeam

/// Views as a list.
package struct ViewReport {
    private let views: [TeamView]
    /// Whether they are those of a team's server.
    private let isOfTeam: Bool

    package init(_ views: [TeamView], isOfTeam: Bool) {
        (self.views, self.isOfTeam) = (views, isOfTeam)
    }

    private static let fields: [RecordList.Field] = [
        .init("name"), .init("filter"), .init("for_all"), .init("created_by"),
        .init("created_at"), .init("changed_at"),
    ]

    /// Names of all fields.
    package static var fieldNames: [String] { fields.map(\.name) }

    package var list: RecordList {
        RecordList(
            "views", fields: Self.fields,
            records: views.map { view in
                [
                    .text(view.name.text), .text(view.content.text), .flag(view.isForAll),
                    FieldValue(view.createdBy), FieldValue(view.createdAt),
                    FieldValue(view.changedAt),
                ]
            }, table: table)
    }

    private var table: RecordList.Table {
        RecordList.Table(
            ["NAME", "SHOWS"] + (isOfTeam ? ["FOR"] : []),
            rows: views.map { view in
                let phrases = view.content.phrases.joined(separator: ", ")
                return [
                    TerminalText.escaped(view.name.text),
                    phrases.isEmpty ? "all vehicles" : TerminalText.escaped(phrases),
                ] + (isOfTeam ? [view.isForAll ? "everybody" : "me"] : [])
            })
    }
}
