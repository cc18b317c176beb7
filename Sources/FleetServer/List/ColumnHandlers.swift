import FleetCore
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The choice of the columns of a list, which is kept for each person and view.
struct ColumnHandlers {
    /// Maximum number of columns of a list.
    private static let maxColumns = 100

    func add(to routes: Routes) {
        routes.page(.post, "/columns", .own) { try await choose($0) }
    }

    private func choose(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: 1 << 16)
        // The columns of the address would hide the choice.
        let items = QueryItems(form["list"] ?? "").ofFirstPage.removing("fields")
        let columns = try Self.columns(form)
        let views = request.access.views
        do {
            let view = try await request.selectedView(of: items)
            if let view, try !view.isForAll || form.flag("for_all") {
                var input = view.content.input
                input[.fields] = columns.map(NameText.list)
                if view.isForAll { try await requireForEverybody(ViewContent(input), request) }
                _ = try await views.change(view.id, ViewChange(content: ViewContent(input)))
                if view.isForAll { try await request.access.columns.save(nil, of: view.id) }
            } else {
                let others = try await Self.notOffered(in: form, of: view?.id, request)
                try await request.access.columns.save(columns.map { $0 + others }, of: view?.id)
            }
        } catch let error as ViewContentError {
            throw Problem(
                .unprocessableContent, .verbatim(error.message.sentence), hint: "Choose fewer.")
        }
        let isMoved = form["up"] != nil || form["down"] != nil
        return .redirect(to: "/" + items.query + (isMoved ? "#columns" : ""))
    }

    private func requireForEverybody(
        _ content: ViewContent, _ request: UserRequest
    ) async throws {
        guard let name = try await request.environment.hiddenProperty(in: content) else { return }
        throw Problem(
            .unprocessableContent,
            "Not everybody sees the property \(TerminalText.limited(name)).",
            hint: "Keep the columns for yourself, or leave it out.")
    }

    /// Returns the kept fields that the form does not offer, such as those of other sources.
    private static func notOffered(
        in form: QueryItems, of view: UUID?, _ request: UserRequest
    ) async throws -> [String] {
        let offered = Set(["id"] + form.all("order").flatMap(NameText.names(in:)))
        return try await (request.access.columns.names(of: view) ?? [])
            .filter { !offered.contains($0) }
    }

    /// Returns the names of the chosen fields, in the order of the form after one column was moved;
    /// `nil` for the usual ones.
    /// - Throws: `Problem` (422) for too many.
    private static func columns(_ form: QueryItems) throws(Problem) -> [String]? {
        guard form["usual"] == nil else { return nil }
        var order = form.all("order")
        for (name, step) in [("up", -1), ("down", 1)] {
            guard let index = order.firstIndex(where: { $0 == form[name] }),
                order.indices.contains(index + step)
            else { continue }
            order.swapAt(index, index + step)
        }
        let chosen = Set(form.all("column"))
        guard chosen.count <= maxColumns else {
            throw Problem(
                .unprocessableContent, "A list has at most \(maxColumns) columns.",
                hint: "Choose fewer.")
        }
        return ["id"] + order.filter(chosen.contains).flatMap(NameText.names(in:))
    }
}
