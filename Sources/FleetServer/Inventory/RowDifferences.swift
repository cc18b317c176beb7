import FleetCore
import FleetTeam

/// The differences between stored rows and a table, for programs and people.
struct RowDifferences {
    /// A row that differs.
    struct Row {
        /// The kind of the difference.
        enum Kind: String {
            case added, changed, missing
        }

        let kind: Kind
        /// The ID; empty for a row without one.
        let id: String
        /// The cells that differ.
        let cells: [(heading: String, old: String, new: String)]
    }

    /// Maximum number of rows that are listed of each kind.
    static let maxListed = 500

    let added: Int
    let changed: Int
    let missing: Int
    /// The number of rows before.
    let total: Int
    /// The first rows of each kind.
    let rows: [Row]
    /// The rows and cells of the table that cannot be read, and that not all rows are listed.
    let notices: [String]

    /// - Parameter notices: What of the new rows cannot be read.
    init(
        _ found: InventoryComparison, of content: InventoryCollection.Content,
        notices: [String] = []
    ) {
        (added, changed) = (found.added.count, found.changed.count)
        (missing, total) = (found.missing.count, content.rows.rows.count)
        let isCut = max(added, changed, missing) > Self.maxListed
        let cut = localized("Only the first \(Self.maxListed) rows of each kind are listed.")
        self.notices = notices + (isCut ? [cut] : [])
        let all = found.headings
        let id = content.columns.id
        func row(_ kind: Row.Kind, _ old: CustomProperties, _ new: CustomProperties) -> Row {
            let values = zip(all, zip(old.values(of: all), new.values(of: all)))
            return Row(
                kind: kind, id: old[id] ?? new[id] ?? "",
                cells: values.filter { $1.0 != $1.1 }.map { ($0, $1.0, $1.1) })
        }
        let none = CustomProperties()
        rows =
            found.added.prefix(Self.maxListed).map { row(.added, none, $0.cells) }
            + found.changed.prefix(Self.maxListed).map { row(.changed, $0.old, $0.new) }
            + found.missing.prefix(Self.maxListed).map { row(.missing, $0.cells, none) }
    }

    /// Returns the differences in the API.
    func json(removesMissing: Bool) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("total", total)
        object.add("added", added)
        object.add("changed", changed)
        object.add("missing", missing)
        object.add("removed", removesMissing ? missing : 0)
        object.add("differences", rows.map(\.json))
        object.add("notices", notices)
        return object
    }
}

extension RowDifferences.Row {
    fileprivate var json: JSONObjectWriter {
        var (old, new) = (JSONObjectWriter(), JSONObjectWriter())
        for cell in cells {
            if kind != .added { old.add(named: cell.heading, cell.old) }
            if kind != .missing { new.add(named: cell.heading, cell.new) }
        }
        var object = JSONObjectWriter()
        object.add("kind", kind.rawValue)
        object.add("id", id)
        if kind != .added { object.add("old", old) }
        if kind != .missing { object.add("new", new) }
        return object
    }
}
