import FleetCore
import FleetTeam
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
        let columns = Self.columns(form)
        let views = request.access.views
        do {
            let view = try await request.selectedView(of: items)
            if let view, try !view.isForAll || form.flag("for_all") {
                var input = view.content.input
                input[.fields] = columns.map(NameText.list)
                _ = try await views.change(view.id, ViewChange(content: ViewContent(input)))
                if view.isForAll { try await request.access.columns.save(nil, of: view.id) }
            } else {
                try await request.access.columns.save(columns, of: view?.id)
            }
        } catch let error as ViewContentError {
            throw Problem(
                .unprocessableContent, .verbatim(error.message.sentence), hint: "Choose fewer.")
        }
        let isMoved = form["up"] != nil || form["down"] != nil
        return .redirect(to: "/" + items.query + (isMoved ? "#columns" : ""))
    }

    /// Returns the names of the chosen fields, in the order of the form after one column was moved;
    /// `nil` for the usual ones.
    private static func columns(_ form: QueryItems) -> [String]? {
        guard form["usual"] == nil else { return nil }
        var order = Array(form.all("order").prefix(maxColumns))
        for (name, step) in [("up", -1), ("down", 1)] {
            guard let index = order.firstIndex(where: { $0 == form[name] }),
                order.indices.contains(index + step)
            else { continue }
            order.swapAt(index, index + step)
        }
        let chosen = Set(form.all("column"))
        return ["id"] + order.filter(chosen.contains).flatMap(NameText.names(in:))
    }
}
