import FleetCore
import FleetSQL
import FleetService
import FleetSettings
import FleetTeam
import HTTPTypes
import Hummingbird

/// The page on which members change the imported row of a vehicle.
struct RowHandlers {
    private static let maxForm = 1 << 20

    func add(to routes: Routes) {
        routes.page(.get, "/v/:source/:id/edit", .write) { request in
            let (rows, source) = try request.inventory(of: request.source())
            let row = try await rows.row(of: request.parameter("id"))
            return try await RowPage(row, of: source, request).response(request)
        }
        routes.page(.post, "/v/:source/:id/edit", .write) { request in
            let form = try await request.form(upTo: Self.maxForm)
            let (rows, source) = try request.inventory(of: request.source())
            let id = try request.parameter("id")
            let typed = TypedRow(form)
            do {
                try await rows.set(typed.change, of: id)
            } catch {
                let problem: Problem
                switch error {
                case let error as InventoryError: problem = Problem(error)
                case let error as SourceChangeError: problem = Problem(error)
                default: throw error
                }
                guard problem.status != .notFound else { throw problem }
                let row = try await rows.row(of: id)
                return try await RowPage(row, of: source, request, typed)
                    .response(request, problem)
            }
            await source.readRows(in: request.environment)
            return .redirect(to: source.path(of: id))
        }
        routes.page(.post, "/v/:source/:id/edit/remove", .changeSettings) { request in
            let form = try await request.form(upTo: SignInHandlers.maxBody)
            let (rows, source) = try request.inventory(of: request.source())
            let id = try request.parameter("id")
            guard form["confirmed"] == "1" else { return .redirect(to: source.path(of: id)) }
            try await rows.remove(id)
            await source.readRows(in: request.environment)
            return .redirect(to: "/" + QueryItems([("source", source.name)]).query)
        }
    }
}

extension PolledSource {
    /// Returns the path of the form of a vehicle's row; `nil` if there is none, or if the person may
    /// not change it.
    func editPath(of id: String, for request: UserRequest) -> String? {
        rowPath(of: id, for: request).map { $0 + "/edit" }
    }

    /// Returns the path of the page that gives an ID to a row; `nil` if there are no rows, or if the
    /// person may not change them.
    func assignPath(of id: String, for request: UserRequest) -> String? {
        rowPath(of: id, for: request).map { $0 + "/assign" }
    }

    private func rowPath(of id: String, for request: UserRequest) -> String? {
        // The IDs `.` and `..` cannot be segments of a path.
        guard source.location == .inventory, request.environment.options.tables != nil,
            request.access.rights.has(.write, on: uuid), ![".", ".."].contains(id)
        else { return nil }
        return path(of: id)
    }
}

/// The cells of a form, with the values that the person saw.
private struct TypedRow {
    private static let maxCells = 300

    /// The cells that the person changed.
    let cells: [(name: String, old: String?, new: String)]
    private let reason: String?

    init(_ form: QueryItems) {
        var cells: [(name: String, old: String?, new: String)] = []
        for index in 0..<Self.maxCells {
            guard let name = form["name-\(index)"] else { break }
            // Forms end lines with CR LF (HTML, section 4.10.22.4).
            let (old, new) = (form["old-\(index)"] ?? "", form["value-\(index)"] ?? "")
            guard old != new else { continue }
            cells.append((name, old, new.replacing("\r\n", with: "\n")))
        }
        self.cells = cells
        reason = form["reason"].flatMap { $0.isEmpty ? nil : $0 }
    }

    var change: RowChange {
        var change = RowChange(cells.map { ($0.name, $0.new) }, reason: reason)
        for cell in cells { change.old[cell.name] = cell.old }
        return change
    }
}

/// The form of a row: the keys of the template `row`.
private struct RowPage {
    struct Cell {
        var label: String
        var nameField: String
        var name: String
        var oldField: String
        var old: String
        var valueField: String
        var value: String
        /// Whether it has several lines.
        var isLong: Bool
        /// The present value, if the person typed another one and somebody else changed it.
        var presentText: String?
        var list: String?
    }

    /// Words that a cell may have (HTML, `datalist`).
    struct List {
        var list: String
        var words: [String]
    }

    struct Row {
        var title: String
        var errors: [FormProblem] = []
        var action: String
        var cells: [Cell]
        /// Whether the table has no column for reasons.
        var asksReason: Bool
        var lists: [List]
        var cancelHref: String
        /// `nil` for others than administrators.
        var removeAction: String?
    }

    private static let states: [VehicleState] = [
        .available, .reserved, .inUse, .inRepair, .lent, .missing, .stolen, .retired,
    ]

    var page: PageContext
    var row: Row

    init(
        _ row: InventoryCollection.SeenRow, of source: PolledSource, _ request: UserRequest,
        _ typed: TypedRow? = nil
    ) async throws {
        let cells =
            row.cells.filter(\.canChange).map { ($0.heading, $0.field, $0.value) }
            + row.missingFields.map { ($0.heading, $0, "") }
        self.row = Row(
            title: localized("Edit \(TerminalText.limited(row.id))"),
            action: source.path(of: row.id) + "/edit", cells: [],
            asksReason: !row.cells.contains { $0.heading.lowercased() == "reason" },
            lists: try await Self.lists(of: source, request), cancelHref: source.path(of: row.id))
        for (heading, field, value) in cells where Self.isWhole(heading + value) {
            let name = field?.rawValue ?? heading
            let new = typed?.cells.first { $0.name == name }
            let isOther = new.map { $0.old != value.withFormLineEnds } ?? false
            let index = self.row.cells.count
            self.row.cells.append(
                Cell(
                    label: heading, nameField: "name-\(index)", name: name,
                    oldField: "old-\(index)", old: value, valueField: "value-\(index)",
                    value: new?.new ?? value, isLong: value.contains(where: \.isNewline),
                    presentText: isOther ? (value.isEmpty ? "–" : value) : nil,
                    list: self.row.lists.first { $0.list == field?.rawValue }?.list))
        }
        if request.access.rights.has(.changeSettings, on: source.uuid) {
            self.row.removeAction = self.row.action + "/remove"
        }
        page = request.page(.list, title: row.id, of: source)
    }

    /// Returns the words of the cells of states, and the types and colors of the other rows.
    private static func lists(
        of source: PolledSource, _ request: UserRequest
    ) async throws -> [List] {
        let (choices, colors) = try await request.environment.snapshots.read { reader in
            (
                try SourceChoices(of: [source.vehicles], in: reader),
                try reader.colorCounts(of: source.vehicles)
            )
        }
        return [
            List(list: TableField.state.rawValue, words: states.map { $0.name(in: .english) }),
            List(list: TableField.type.rawValue, words: choices.types.map(\.label)),
            List(list: TableField.color.rawValue, words: colors.compactMap(\.color?.label)),
        ]
    }

    /// Whether a page shows a text as it is, so that it comes back unchanged.
    private static func isWhole(_ text: String) -> Bool {
        !HTMLEscaper().escapeText(text).contains("\u{FFFD}")
    }

    func response(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response {
        var shown = self
        if let problem { shown.row.errors = [FormProblem(problem, in: request.environment)] }
        return try request.environment.form("row", shown, problem).page(of: request.access)
    }
}

extension InventoryCollection.SeenRow {
    /// The fields that members set and the table has no column for.
    fileprivate var missingFields: [TableField] {
        let fields = Set(cells.compactMap(\.field))
        let missing = [TableField.name, .state].filter { !fields.contains($0) }
        return missing + (fields.isDisjoint(with: [.location, .latitude]) ? [.location] : [])
    }
}

extension String {
    /// The text as a form sends it back (HTML, section 4.10.22.4).
    fileprivate var withFormLineEnds: String {
        replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }
}
