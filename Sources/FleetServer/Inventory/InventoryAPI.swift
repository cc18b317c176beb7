import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The imported rows of sources in the API.
struct InventoryAPI {
    /// Largest table in bytes.
    static let maxTable = 16 << 20
    private static let formats = QueryParameter.formats(
        ["json", "csv", "xlsx"], "Format; without it, CSV if the field Accept prefers it.")
    static let isDryRun = QueryParameter(
        "dry_run", .flag, "Whether the differences are only returned, and nothing is changed.")
    private static let removesMissing = QueryParameter(
        "remove_missing", .flag, "Whether rows that the table does not have are removed.")
    private static let removed = QueryParameter(
        "removed", .number(0...Int64(Inventory.maxRows)),
        "The number of rows to remove, which is needed for more than a tenth of them.")

    func add(to routes: Routes) {
        let path = "/sources/:source/inventory"
        routes.administrationAPI(.get, path, query: Self.formats) { request, _ in
            try await table(request)
        }
        routes.administrationAPI(
            .put, path, query: [Self.isDryRun, Self.removesMissing, Self.removed]
        ) { request, _ in
            try await request.receiving(upTo: Self.maxTable) { try await replace($0, request) }
        }
        routes.administrationAPI(.get, path + "/versions") { request, _ in
            let (rows, _) = try request.inventory(of: request.source())
            var object = JSONObjectWriter()
            object.add("versions", try await rows.versions().map(\.json))
            return .json(object.text)
        }
        routes.administrationAPI(
            .post, path + "/versions/:revision", query: [Self.isDryRun], restore)
        routes.administrationAPI(.post, path) { request, _ in
            let document = try await request.json(NewRowDocument.self, upTo: 1 << 16)
            let (rows, source) = try request.inventory(of: request.source())
            let row = try await rows.add(document.change, of: document.id)
            await source.readRows(in: request.environment)
            return .json(row.json.text, status: .created)
        }
        routes.api(.patch, "/sources/:source/vehicles/:id", .write) { request in
            let change = try await request.json(RowChangeDocument.self, upTo: 1 << 16).change()
            let (rows, source) = try request.inventory(of: request.source())
            let row = try await rows.set(change, of: request.parameter("id"))
            await source.readRows(in: request.environment)
            return .json(row.json.text)
        }
        routes.administrationAPI(.delete, "/sources/:source/vehicles/:id") { request, _ in
            let (rows, source) = try request.inventory(of: request.source())
            try await rows.remove(request.parameter("id"))
            await source.readRows(in: request.environment)
            return .noContent
        }
    }

    private func table(_ request: UserRequest) async throws -> Response {
        let (rows, source) = try request.inventory(of: request.source())
        try request.takePlace(isShared: false)
        let content = try await rows.read()
        let tag = "\"\(content.revision)\""
        let fields: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .vary: "Accept",
        ]
        if let response = request.notModified(tag, fields: fields) { return response }
        let isCSV = request.headers[.accept]?.hasPrefix("text/csv") == true
        let hasLocale = request.query.has(QueryParameter.csvLocale.name)
        var response = try content.file(
            request.query["format"] ?? (isCSV ? "csv" : "json"), of: source,
            hasLocale ? request.csvCells : .guarded)
        response.headers.append(contentsOf: fields)
        return response
    }

    /// Takes the rows of a table over that was received as it is, whatever its `Content-Type`.
    private func replace(_ bytes: [UInt8], _ request: UserRequest) async throws -> Response {
        let (rows, source) = try request.inventory(of: request.source())
        let content = try await rows.read()
        try request.requireIfMatch(content)
        let table = try rows.table(bytes, replacing: content)
        let replacement = InventoryCollection.Replacement(
            table.rows, removesMissing: try request.query.flag(Self.removesMissing.name),
            removed: try request.query.value(of: Self.removed).flatMap { Int($0) })
        let isDryRun = try request.query.flag(Self.isDryRun.name)
        let found =
            try await isDryRun
            ? content.differences(from: table.rows)
            : rows.replace(with: replacement, at: content.revision)
        if !isDryRun { await source.readRows(in: request.environment) }
        let differences = RowDifferences(
            found, of: content, notices: table.report.notices(of: "row"))
        return .json(differences.json(removesMissing: replacement.removesMissing).text)
    }

    /// Restores the rows of a version.
    private func restore(_ request: UserRequest, _: Administration) async throws -> Response {
        let (rows, source) = try request.inventory(of: request.source())
        let version = try request.revision()
        let isDryRun = try request.query.flag(Self.isDryRun.name)
        let content = try await rows.read()
        try request.requireIfMatch(content)
        let found: InventoryComparison
        if isDryRun {
            found = try await rows.differences(from: version).found
        } else {
            found = try await rows.restore(version, at: content.revision)
            await source.readRows(in: request.environment)
        }
        return .json(RowDifferences(found, of: content).json(removesMissing: true).text)
    }
}

extension InventoryVersion {
    /// The version in the API.
    fileprivate var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("revision", Int(revision))
        object.add("replaced_at", replacedAt.apiText)
        object.add("rows", count)
        return object
    }
}

extension InventoryCollection.Content {
    /// Returns all rows as a file.
    func file(
        _ format: String, of source: PolledSource, _ style: CSVCellStyle
    ) throws -> Response {
        switch format {
        case "csv":
            return .download(
                rows.table.csv(style).bytes, "text/csv; charset=utf-8",
                named: source.name + ".csv")
        case "xlsx":
            do {
                return .download(
                    try rows.table.workbook(sheet: source.name, numbers: columns.numbers),
                    ListFormat.xlsx.mediaType, named: source.name + ".xlsx")
            } catch let error as any ReportedError {
                throw Problem(
                    .unprocessableContent, .verbatim(error.cause.sentence),
                    hint: .verbatim(error.hint.sentence))
            }
        default: return .json(rows.table.objects)
        }
    }
}

/// The cells of a row, as a program changes them.
struct RowChangeDocument: RequestDocument {
    private var values: [String: String]?
    private var reason: String?

    init() {}

    /// - Throws: `Problem` (422) without any change.
    func change() throws(Problem) -> RowChange {
        guard values?.isEmpty == false || reason != nil else {
            throw Problem(.unprocessableContent, "The document has no change.")
        }
        return RowChange((values ?? [:]).sortedByName, reason: reason)
    }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit(
            "values", &values,
            "Texts by the names of fields, such as state, or by the headings of columns; an empty "
                + "text clears a cell.")
        fields.visit("reason", &reason, "The reason of a new state.")
    }
}

/// A new row, as a program sends it.
struct NewRowDocument: RequestDocument {
    private(set) var id = ""
    private var values: [String: String]?

    init() {}

    var change: RowChange { RowChange((values ?? [:]).sortedByName) }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("id", &id, nil, .init(length: 1...Inventory.maxIDLength))
        fields.visit(
            "values", &values, "Texts by the names of fields or by the headings of columns.")
    }
}

extension [String: String] {
    fileprivate var sortedByName: [(name: String, value: String)] {
        sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension InventoryCollection.SeenRow {
    /// The row in the API, with the cells that the person sees.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("id", id)
        object.add("cells", cellsJSON)
        return object
    }

    /// The cells that the person sees, by their headings.
    var cellsJSON: JSONObjectWriter {
        var object = JSONObjectWriter()
        for cell in cells { object.add(named: cell.heading, cell.value) }
        return object
    }
}
