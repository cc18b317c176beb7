package import FleetCore
import FleetFeeds
package import FleetTeam
import Foundation

/// The views of a user of a team's server, and those for everybody.
package struct TeamViews: ViewWriter {
    private let server: TeamServer

    /// Creates the views of a server.
    package init(on server: TeamServer) { self.server = server }

    private static let path = TeamServer.path("views")

    package func all() async throws -> [TeamView] {
        try await server.get(ViewsDocument.self, Self.path).views.compactMap { TeamView($0) }
    }

    package func save(
        _ name: ViewName, _ content: ViewContent, forAll: Bool
    ) async throws -> SavedView {
        guard let old = try await find(name, forAll: forAll) else {
            try await server.send(
                .post, Self.path,
                json: NewViewDocument(name: name.text, filter: content.text, forAll: forAll))
            return SavedView(isReplaced: false)
        }
        let response = try await server.send(
            .patch, TeamServer.path("views", old.id.text),
            json: ["name": name.text, "filter": content.text])
        let changed = try server.decode(ViewDocument.self, response)
        return SavedView(isReplaced: true, alerts: changed.alerts ?? [])
    }

    package func remove(_ name: ViewName, forAll: Bool) async throws -> Bool {
        guard let view = try await find(name, forAll: forAll) else { return false }
        do {
            try await server.send(.delete, TeamServer.path("views", view.id.text))
        } catch let error as TeamServerError where error.status == 404 {
            return false
        }
        return true
    }

    private func find(_ name: ViewName, forAll: Bool) async throws -> TeamView? {
        try await all().first { $0.isForAll == forAll && $0.name == name }
    }
}

// The members of the documents are those of the API, whose names are in snake case.
private struct ViewsDocument: Decodable {
    var views: [ViewDocument]
}

private struct NewViewDocument: Encodable {
    var name: String
    var filter: String
    var forAll: Bool
}

private struct ViewDocument: Decodable {
    var id: UUID
    var name: String
    var filter: String
    var forAll: Bool
    var createdBy: String?
    var createdAt: String
    var changedAt: String
    var alerts: [String]?
}

extension TeamView {
    /// Creates a view as this home uses it; `nil` for one that this program does not understand.
    fileprivate init?(_ document: ViewDocument) {
        guard let name = try? ViewName(document.name),
            let content = try? ViewContent(document.filter),
            let createdAt = Timestamp(text: document.createdAt),
            let changedAt = Timestamp(text: document.changedAt)
        else { return nil }
        self.init(
            id: document.id, name: name, content: content, isForAll: document.forAll,
            createdBy: document.createdBy, createdAt: createdAt, changedAt: changedAt)
    }
}
