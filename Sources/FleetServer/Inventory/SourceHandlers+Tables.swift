import FleetCore
import FleetService
import FleetSettings
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// Tables that administrators send: the rows of a new source, or those that replace others.
extension SourceHandlers {
    /// A form with a file, and its other fields.
    private struct TableForm {
        let bytes: [UInt8]
        let fields: QueryItems
    }

    private static let maxFields = 1 << 16

    func addTables(to routes: Routes) {
        routes.administrationPage(.post, "/tables") { request, administration in
            try await receive(request) { form in
                try await showingRefusal(request, form.fields) {
                    let name = try unusedName(form.fields["name"] ?? "", request)
                    try await administration.requireChange()
                    let table = try tables(request).table(form.bytes, for: nil, TableSettings())
                    let upload = try await administration.holdTable(form.bytes, for: nil)
                    return try TablePage(
                        new: table, named: name, upload.uuidString, form.fields, of: request
                    ).response(request)
                }
            }
        }
        routes.administrationPage(.post, "/tables/add", addTable)
        addRows(to: routes)
    }

    private func addRows(to routes: Routes) {
        routes.administrationPage(.post, "/sources/:id/table") { request, administration in
            let source = try source(of: request)
            return try await receive(request) { form in
                try await SourcePage.showingRefusal(of: source, request) {
                    let upload = try await administration.holdTable(
                        form.bytes, for: source.uuid)
                    return try await preview(
                        form.bytes, upload.uuidString, of: source, request)
                }
            }
        }
        routes.administrationPage(.post, "/sources/:id/row") { request, _ in
            let source = try source(of: request)
            let id = try await request.form(upTo: Self.maxFields)["id"] ?? ""
            return try await SourcePage.showingRefusal(of: source, request) {
                _ = try await request.inventory(of: source).rows.add(RowChange([]), of: id)
                await source.readRows(in: request.environment)
                return .redirect(
                    to: source.editPath(of: id, for: request) ?? source.path(of: id))
            }
        }
        routes.administrationPage(.post, "/sources/:id/table/replace") {
            request, administration in
            let source = try source(of: request)
            let form = try await request.form(upTo: Self.maxFields)
            return try await SourcePage.showingRefusal(of: source, request) {
                try await replace(form, of: source, request, administration)
            }
        }
        routes.administrationPage(.get, "/sources/:id/versions/:revision") { request, _ in
            try await version(request.revision(), of: source(of: request), request)
        }
        routes.administrationPage(.post, "/sources/:id/versions/:revision") { request, _ in
            let (source, version) = (try source(of: request), try request.revision())
            let form = try await request.form(upTo: Self.maxFields)
            do {
                try await request.inventory(of: source).rows
                    .restore(version, at: form.rowRevision())
            } catch let error as InventoryError {
                return try await self.version(version, of: source, request, Problem(error))
            }
            await source.readRows(in: request.environment)
            return .redirect(to: SourceNotice(.rows, of: source.name).target)
        }
    }

    private func tables(_ request: UserRequest) throws(Problem) -> any TableRules {
        guard let tables = request.environment.options.tables,
            request.environment.sourceAdministration != nil
        else {
            throw Problem(
                .conflict, "This server cannot change its sources.",
                hint: "Use `fleet source` on the machine.")
        }
        return tables
    }

    private func held(
        _ form: QueryItems, for source: UUID?, _ administration: Administration
    ) async throws -> [UInt8] {
        guard let bytes = try await administration.heldTable(form["upload"], for: source) else {
            throw Problem(.gone, "The preview is over.", hint: "Choose the file again.")
        }
        return bytes
    }

    /// Receives a form with a file.
    private func receive(
        _ request: UserRequest, _ body: (TableForm) async throws -> Response
    ) async throws -> Response {
        var limits = MultipartForm.Limits()
        (limits.files, limits.file) = (1, InventoryAPI.maxTable)
        let type = request.headers[.contentType] ?? ""
        return try await request.receiving(upTo: limits.body) { bytes in
            let form = try MultipartForm(bytes, contentType: type, limits: limits)
            return try await body(
                TableForm(
                    bytes: form.files.first?.bytes ?? [], fields: QueryItems(form.fields)))
        }
    }
}

// A new source.
extension SourceHandlers {
    /// Adds the source of a table after its preview.
    private func addTable(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: Self.maxFields)
        return try await showingRefusal(request, form) {
            let bytes = try await held(form, for: nil, administration)
            let table = try tables(request).table(bytes, for: nil, TableSettings())
            let made = try await change(
                .importTable(table.chosen(by: form), named: form["name"] ?? ""), request,
                administration)
            try await administration.removeHeldTable()
            return form.has(OnboardingHandlers.formField)
                ? .redirect(to: SitePage.start.path) : try SourceNotice(made).redirect(request)
        }
    }

    /// Stores the rows, and then adds the source that has them.
    func importTable(
        _ table: ReadTable, named typed: String, in settings: any SourceAdministration,
        _ request: UserRequest, _ administration: Administration
    ) async throws -> MadeSourceChange {
        let id = try await administration.newSourceID()
        let name = try unusedName(typed, request, for: id)
        let edit = SourceEdit { $0.table = { $0 = table.settings } }
        let isStored = try await administration.importRows(of: table, for: id)
        do {
            let findings = try await settings.add(name, as: id, at: .inventory, edit)
            return MadeSourceChange(
                action: .sourceAdded,
                subject: "\(name): \(ShortText.count(table.rows.rows.count, "row"))", done: .added,
                name: name, isChecked: true, findings: findings)
        } catch {
            if isStored { try? await administration.removeRows(of: id) }
            throw error
        }
    }

    /// Shows the page of the form again if it is refused.
    private func showingRefusal(
        _ request: UserRequest, _ form: QueryItems, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch {
            guard let problem = Problem(ofTable: error) else { throw error }
            return form.has(OnboardingHandlers.formField)
                ? try await FirstStepsPage.response(request, problem, form: form)
                : try await SourcesPage.response(request, problem, form: form)
        }
    }
}

// The rows of a source.
extension SourceHandlers {
    private func preview(
        _ bytes: [UInt8], _ upload: String, of source: PolledSource, _ request: UserRequest,
        _ problem: Problem? = nil
    ) async throws -> Response {
        let rows = try request.inventory(of: source).rows
        let content = try await rows.read()
        let table = try rows.table(bytes, replacing: content)
        let found = try content.differences(from: table.rows)
        let differences = RowDifferences(
            found, of: content, notices: table.report.notices(of: "row"))
        return try TablePage(
            table, differences, content, upload, of: source, request
        ).response(request, problem)
    }

    private func replace(
        _ form: QueryItems, of source: PolledSource, _ request: UserRequest,
        _ administration: Administration
    ) async throws -> Response {
        let bytes = try await held(form, for: source.uuid, administration)
        let rows = try request.inventory(of: source).rows
        let content = try await rows.read()
        let table = try rows.table(bytes, replacing: content)
        let replacement = InventoryCollection.Replacement(
            table.rows, removesMissing: form["remove_missing"] == "1",
            removed: form["removed"].flatMap { Int($0) })
        do {
            try await rows.replace(with: replacement, at: form.rowRevision())
        } catch let error as InventoryError {
            return try await preview(
                bytes, form["upload"] ?? "", of: source, request, Problem(error))
        }
        try await administration.removeHeldTable()
        await source.readRows(in: request.environment)
        return .redirect(to: SourceNotice(.rows, of: source.name).target)
    }

    /// Shows what restoring a version would change.
    private func version(
        _ version: Int64, of source: PolledSource, _ request: UserRequest,
        _ problem: Problem? = nil
    ) async throws -> Response {
        try await SourcePage.showingRefusal(of: source, request) {
            let (content, found) = try await request.inventory(of: source).rows
                .differences(from: version)
            return try TablePage(
                version, RowDifferences(found, of: content), content, of: source
            ).response(request, problem)
        }
    }
}

extension SourcePage {
    /// Shows the page of the source again if its form is refused.
    static func showingRefusal(
        of source: PolledSource, _ request: UserRequest, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch {
            guard let problem = Problem(ofTable: error) else { throw error }
            return try await response(request, source, problem)
        }
    }
}

extension Problem {
    /// Creates the answer to a form whose table is refused; `nil` for other errors.
    fileprivate init?(ofTable error: any Error) {
        switch error {
        case let problem as Problem where problem.status.kind == .clientError: self = problem
        case let error as SourceChangeError: self.init(error)
        case let error as InventoryError: self.init(error)
        default: return nil
        }
    }
}

extension ReadTable {
    /// Returns the table with the visibilities that a form has for its properties, by their
    /// position; without the columns that are not imported.
    fileprivate func chosen(by form: QueryItems) -> ReadTable {
        var settings = settings
        var omitted: Set<String> = []
        for (index, property) in properties.enumerated() {
            switch form["column-\(index)"] {
            case let choice?:
                if let visibility = ValueVisibility(rawValue: choice) {
                    settings.visibilities[property] = visibility
                } else {
                    settings.visibilities[property] = nil
                    omitted.insert(property)
                }
            case nil: continue
            }
        }
        let kept = rows.headings.filter { !omitted.contains($0) }
        let rows = TableRows(
            headings: kept,
            rows: omitted.isEmpty
                ? rows.rows
                : rows.rows.map { row in
                    CustomProperties(zip(kept, row.values(of: kept)).map { ($0, $1) })
                })
        return ReadTable(rows: rows, settings: settings, id: id, format: format, report: report)
    }

    /// The headings of the columns that hold no field, in their order.
    var properties: [String] { rows.headings.filter { settings.visibilities[$0] != nil } }
}
