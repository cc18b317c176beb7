import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The assignment of IDs on printed labels to imported rows that have none: page and API.
struct AssignmentHandlers {
    private static let maxBody = 1 << 14
    /// Maximum number of rows in an answer of the API.
    private static let maxListed = 999
    private static let search = QueryParameter(
        "search", .shortText(SearchText.maxLength),
        "Words in the cells that the person sees, in any case.")
    private static let limit = QueryParameter(
        "limit", .number(1...Int64(maxListed)), "At most this many.",
        byDefault: FieldValue(AssignmentPage.maxListed))

    func add(to routes: Routes) {
        routes.page(.get, "/v/:source/:id/assign", .write) { request in
            let (rows, source) = try request.inventory(of: request.source())
            let id = try request.parameter("id")
            do {
                return try await AssignmentPage(id, rows, of: source, request).response(request)
            } catch InventoryError.exists {
                return .redirect(to: source.path(of: id))
            }
        }
        routes.page(.post, "/v/:source/:id/assign", .write, assign)
        let path = "/sources/:source/inventory"
        routes.api(.get, path + "/unassigned", .write, query: [Self.search, Self.limit]) {
            request in
            let rows = try request.inventory(of: request.source()).rows
            let limit = try request.query.value(of: Self.limit).flatMap { Int($0) }
            let text = try request.query.value(of: Self.search).flatMap { SearchText($0) }
            let found = try await rows.namelessRows(
                for: nil, matching: text?.words ?? [], limit: limit ?? AssignmentPage.maxListed)
            var object = JSONObjectWriter()
            object.add("total", found.total)
            object.add("rows", found.rows.map(\.json))
            return .json(object.text)
        }
        routes.api(.post, path + "/assignments", .write) { request in
            let document = try await request.json(AssignmentDocument.self, upTo: Self.maxBody)
            let (rows, source) = try request.inventory(of: request.source())
            let row = try await rows.assign(document.id, to: document.row)
            await source.readRows(in: request.environment)
            return .json(row.json.text)
        }
    }

    /// Gives the ID to the chosen row, or to a new one; shows the rows again if that is refused.
    @Sendable private func assign(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: Self.maxBody)
        let (rows, source) = try request.inventory(of: request.source())
        let id = try request.parameter("id")
        do {
            if form["row"] == AssignmentPage.newRow {
                _ = try await rows.add(RowChange([]), of: id)
            } else {
                try await rows.assign(id, to: form["row"] ?? "")
            }
        } catch let error as InventoryError {
            return try await AssignmentPage(id, rows, of: source, request, after: error)
                .response(request, Problem(error))
        }
        await source.readRows(in: request.environment)
        return .redirect(to: source.path(of: id))
    }
}

/// The assignment of an ID to a row, as a program sends it.
struct AssignmentDocument: RequestDocument {
    private(set) var id = ""
    private(set) var row = ""

    init() {}

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id, nil, .init(length: 1...Inventory.maxIDLength))
        fields.visit("row", &row, "The `row` of a row without an ID.")
    }
}

extension InventoryCollection.NamelessRow {
    /// The row in the API, with the cells that the person sees.
    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("row", row.key)
        object.add("number", exportedNumber)
        object.add("cells", row.cellsJSON)
        return object
    }
}

/// The rows that can get an ID: the keys of the template `assign`.
struct AssignmentPage {
    struct Row {
        var key: String
        var label: String
        var cells: String
    }

    struct Assignment {
        var title: String
        var text: String
        var errors: [FormProblem] = []
        /// The page of the vehicle that has the ID; `nil` without one.
        var vehicleHref: String?
        /// `nil` if there is nothing to search.
        var searchAction: String?
        var typed: String
        var assignAction: String
        var rows: [Row] = []
        /// How many rows match besides.
        var moreText: String?
        var canAdd: Bool
    }

    /// Maximum number of rows on the page.
    static let maxListed = 50
    /// The value of a new row in the form.
    static let newRow = "new"
    fileprivate static let maxCells = 6

    private var page: PageContext
    private var assignment: Assignment

    /// - Parameter error: Why the form was refused.
    /// - Throws: ``InventoryError`` for an ID that cannot be assigned.
    init(
        _ id: String, _ rows: InventoryCollection, of source: PolledSource,
        _ request: UserRequest, after error: InventoryError? = nil
    ) async throws {
        let shown = TerminalText.limited(id)
        let typed = request.query["q"] ?? ""
        page = request.page(.list, title: shown, of: source)
        let path = source.path(of: id) + "/assign"
        assignment = Assignment(
            title: localized("Assign \(shown) to a vehicle"),
            text: localized("No vehicle of \(source.name) has this ID."), typed: typed,
            assignAction: path,
            canAdd: request.access.rights.has(.changeSettings, on: source.uuid))
        if case .exists = error {
            (assignment.canAdd, assignment.vehicleHref) = (false, source.path(of: id))
            assignment.text = localized("Another row got this ID first.")
            return
        }
        let text = SearchText(typed)
        let (found, total) = try await rows.namelessRows(
            for: id, matching: text?.words ?? [], limit: Self.maxListed)
        assignment.searchAction = total > 0 || text != nil ? path : nil
        assignment.rows = found.map(Row.init)
        if found.isEmpty {
            assignment.moreText =
                text == nil
                ? localized("Every row has an ID.") : localized("No row without an ID matches.")
        } else if total > found.count {
            let rest = ShortText.grouped(total - found.count)
            assignment.moreText = localized("and \(rest) more")
        }
    }

    func response(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response {
        var shown = self
        if let problem {
            shown.assignment.errors = [FormProblem(problem, in: request.environment)]
        }
        return try request.environment.form("assign", shown, problem).page(of: request.access)
    }

    /// Returns the answer to the address of a vehicle that is not there.
    /// - Throws: `Problem` (404) if its ID cannot be assigned, or not by this person.
    static func response(
        toMissing id: String, of source: PolledSource, _ request: UserRequest
    ) async throws -> Response {
        guard source.assignPath(of: id, for: request) != nil else { throw Problem.notFound }
        do {
            let rows = try request.inventory(of: source).rows
            var response = try await AssignmentPage(id, rows, of: source, request)
                .response(request)
            response.status = .notFound
            return response
        } catch is InventoryError {
            throw Problem.notFound
        }
    }
}

extension AssignmentPage.Row {
    fileprivate init(_ nameless: InventoryCollection.NamelessRow) {
        key = nameless.row.key
        label = localized("row \(nameless.exportedNumber)")
        let values = nameless.row.cells.filter { !$0.value.isEmpty }
        cells =
            values.prefix(AssignmentPage.maxCells).map {
                "\(TerminalText.limited($0.heading)): \(TerminalText.limited($0.value))"
            }.joined(separator: " · ") + (values.count > AssignmentPage.maxCells ? " …" : "")
    }
}
