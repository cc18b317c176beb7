import FleetCore
import FleetService
import FleetTeam
import Hummingbird

/// The sources for administrators: the keys of the template `admin_sources`.
struct SourcesPage {
    struct SourceRow {
        var name: String
        /// The location without secrets.
        var location: String
        var status: String
        var statusText: String
        var lastError: String?
        /// Number of vehicles; nil before the first snapshot.
        var count: String?
        var updated: ShownTime?
        var isPublished: Bool
        var publishedText: String
        var publishesPage: Bool
        var publishesGbfs: Bool
        var action: String
    }

    /// Whether the settings can be changed here.
    var canChange: Bool
    var addAction = "/admin/sources"
    var sources: [SourceRow]

    init(of request: UserRequest) {
        canChange = request.environment.sourceAdministration != nil
        sources = request.environment.sources.all.map { SourceRow($0, request) }
    }

    /// Returns the page.
    /// - Parameter problem: Why a form of the page was refused.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil
    ) async throws -> Response {
        try AdministrationPage(
            "/admin/sources", of: request, SourcesPage(of: request), problem
        ).response("admin_sources", request)
    }
}

extension SourcesPage.SourceRow {
    fileprivate init(
        _ source: PolledSource, _ request: UserRequest
    ) {
        let publications = source.source.publications
        let state = request.environment.sources.state(of: source.uuid, .vehicles)?.state
        name = source.name
        location = source.source.location.description
        status = request.environment.status(of: source).status
        statusText =
            switch status {
            case "live": "live"
            case "stale": "out of date"
            case "failed": "cannot be read"
            default: "loading"
            }
        lastError = state?.failure.map { $0.cause.sentence + " " + $0.hint.sentence }
        count = state?.info.map { "\($0.total)" }
        updated = (state?.info?.fetchedAt).map(request.time)
        let published = [
            publications.contains(.page) ? "pages" : nil,
            publications.contains(.gbfs) ? "GBFS" : nil,
        ].compactMap(\.self)
        isPublished = !published.isEmpty
        publishedText = published.joined(separator: ", ")
        publishesPage = publications.contains(.page)
        publishesGbfs = publications.contains(.gbfs)
        action = "/admin/sources/" + source.uuid.text
    }
}
