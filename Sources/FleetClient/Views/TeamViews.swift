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
        try await server.get(ViewsDocument.self, Self.path).views
            .compactMap { TeamView($0) }
    }

    package func save(
        _ name: ViewName, _ content: ViewContent, forAll: Bool
    ) async throws -> SavedView {
        guard let old = try await find(name, forAll: forAll) else {
            try await server.send(
                .post, Self.path, json: NewViewDocument(name, content, forAll: forAll))
            return SavedView(isReplaced: false)
        }
        let response = try await server.send(
            .patch, TeamServer.path("views", old.id.text),
            json: ViewChangeDocument(name, content))
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

private struct ViewsDocument: Decodable {
    var views: [ViewDocument]
}
