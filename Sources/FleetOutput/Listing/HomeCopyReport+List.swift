package import FleetCore
package import FleetSQL

extension HomeCopyReport {
    private static var counts: [(name: String, value: (Kind) -> Int)] {
        [
            ("rows", { $0.count }), ("added", { $0.added }), ("changed", { $0.changed }),
            ("removed", { $0.removed }),
        ]
    }

    private static var columns: [RecordList.Column<Kind>] {
        [.init("kind") { .text($0.contents) }]
            + counts.map { count in .number(count.name) { FieldValue(count.value($0)) } }
            + [.init("sha256") { FieldValue($0.digest) }]
    }

    private static var tableColumns: [RecordList.TextColumn<Kind>] {
        [.init("KIND") { $0.contents }]
            + counts.map { count in .number(count.name.uppercased()) { "\(count.value($0))" } }
    }

    /// Names of all fields.
    package static var fieldNames: [String] { columns.map(\.name) }

    /// The kinds that the home has or the copy removed.
    package var list: RecordList {
        let shown = kinds.filter { $0.count > 0 || !$0.isUnchanged }
        return RecordList(
            "kinds", columns: Self.columns, rows: shown, table: Self.tableColumns)
    }
}
