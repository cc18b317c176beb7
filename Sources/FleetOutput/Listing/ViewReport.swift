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

    private static var columns: [RecordList.Column<TeamView>] {
        [
            .init("name") { .text($0.name.text) },
            .init("filter") { .text($0.content.text) },
            .init("for_all") { .flag($0.isForAll) },
            .init("created_by") { FieldValue($0.createdBy) },
            .init("created_at") { FieldValue($0.createdAt) },
            .init("changed_at") { FieldValue($0.changedAt) },
        ]
    }

    /// Names of all fields.
    package static var fieldNames: [String] { columns.map(\.name) }

    package var list: RecordList {
        RecordList(
            "views", columns: Self.columns, rows: views,
            table: [
                .init("NAME") { TerminalText.escaped($0.name.text) },
                .init("SHOWS") {
                    let phrases = $0.content.phrases.joined(separator: ", ")
                    return phrases.isEmpty ? "all vehicles" : TerminalText.escaped(phrases)
                },
                .init("FOR", isShown: isOfTeam) { $0.isForAll ? "everybody" : "me" },
            ])
    }
}
