package import FleetCore
package import FleetSQL

extension HomeCopyReport {
    private static let counts = ["rows", "added", "changed", "removed"]

    private static let fields: [RecordList.Field] =
        [.init("kind")] + counts.map { .init($0, isRightAligned: true) } + [.init("sha256")]

    /// Names of all fields.
    package static var fieldNames: [String] { fields.map(\.name) }

    /// The kinds that the home has or the copy removed.
    package var list: RecordList {
        let shown = kinds.filter { $0.count > 0 || !$0.isUnchanged }
        let titles = Self.counts.map { $0.uppercased() }
        return RecordList(
            "kinds",
            fields: Self.fields,
            records: shown.map { kind in
                [.text(kind.contents)] + Self.counts(of: kind).map { .number(Double($0)) }
                    + [FieldValue(kind.digest)]
            },
            table: RecordList.Table(
                ["KIND"] + titles, rightAligned: Set(titles),
                rows: shown.map { [$0.contents] + Self.counts(of: $0).map(String.init) }))
    }

    private static func counts(of kind: Kind) -> [Int] {
        [kind.count, kind.added, kind.changed, kind.removed]
    }
}
