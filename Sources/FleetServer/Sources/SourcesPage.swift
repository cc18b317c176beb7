import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The sources for administrators: the keys of the template `admin_sources`.
struct SourcesPage {
    struct SourceRow {
        var name: String
        var isDefault: Bool
        /// The location without secrets.
        var location: String
        var status: String
        var statusText: String
        var lastError: String?
        /// Number of vehicles; `nil` before the first snapshot.
        var count: String?
        var updated: ShownTime?
        var isPublished: Bool
        var publishedText: String
        var href: String
    }

    /// Whether the settings can be changed here.
    var canChange: Bool
    var addAction = SitePage.sources.path
    var table: TableFormContext?
    var sources: [SourceRow]
    /// The values of a form that was refused.
    var newName: String
    var newLocation: String
    var hasStableIds: Bool
    var newHistory: String
    /// How long changes are kept without a setting of the source.
    var defaultHistory: String
    var access: AccessContext
    /// Search in the catalogue; `nil` without one.
    var catalogue: CatalogueSearch?

    init(
        of request: UserRequest, contact: String?, form: QueryItems = QueryItems(),
        catalogue: CatalogueSearch? = nil
    ) {
        self.catalogue = catalogue
        let chosen = catalogue?.chosen
        canChange = request.environment.sourceAdministration != nil
        table = TableFormContext(for: request, form)
        let all = request.environment.sources.all
        sources = all.map {
            SourceRow($0, isDefault: $0.uuid == all.first?.uuid, contact: contact, request)
        }
        newName = form["name"] ?? chosen?["name"] ?? ""
        newLocation = form["location"].map(Self.shown) ?? chosen?["location"] ?? ""
        hasStableIds = form["ids"] != nil
        newHistory = form["history"] ?? ""
        defaultHistory = all.first?.source.defaultHistory?.text ?? localized("nothing")
        access = AccessContext(form["location"] == nil ? chosen ?? form : form)
    }

    /// Returns a typed address without its secrets, which no page shows again.
    static func shown(_ typed: String) -> String {
        switch Location(typed, relativeTo: "/") {
        case .web(let url)?: Location.web(url).description
        case .simulation(let text)?: text
        case .file, .standardInput, .inventory, nil: Location.redacted(typed)
        }
    }

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - form: The form that was refused.
    ///   - notice: The result of a change.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, form: QueryItems = QueryItems(),
        notice: SourceNotice? = nil
    ) async throws -> Response {
        let contact = try await request.environment.options.contact.address()
        let catalogue = try await CatalogueSearch(of: request, on: SitePage.sources.path)
        var page = AdministrationPage(
            .sources, of: request,
            SourcesPage(of: request, contact: contact, form: form, catalogue: catalogue), problem)
        page.page.notice = page.page.notice ?? notice?.banner(in: request.environment)
        return try page.response("admin_sources", request)
    }
}

extension SourcesPage.SourceRow {
    fileprivate init(
        _ source: PolledSource, isDefault: Bool, contact: String?, _ request: UserRequest
    ) {
        let publications = source.source.publications
        let states = request.environment.sources.administratorStates(of: source)
        let state = states.shown
        name = source.name
        self.isDefault = isDefault
        location = source.source.location.description
        status = request.environment.status(of: source).status
        statusText =
            switch status {
            case "live" where states.vehiclesFailure != nil:
                localized("live, but the vehicles are not readable")
            case "live": states.hasOnlySites ? localized("live, only stations") : localized("live")
            case "stale": localized("out of date")
            case "failed": localized("cannot be read")
            default: localized("loading")
            }
        lastError = states.shownFailure.map { $0.cause.sentence + " " + $0.hint.sentence }
        count = states.vehicles?.info.map { ShortText.grouped($0.listedTotal) }
        updated = (state?.info?.updatedAt).map(request.time)
        let lacksContact = publications.contains(.gbfs) && contact == nil
        isPublished = !publications.isEmpty
        let published = publications.map(\.label).sorted().listed
        publishedText =
            lacksContact ? localized("\(published) (waits for a contact address)") : published
        href = "/admin/sources/" + source.uuid.text
    }
}
