import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import Synchronization

/// The first steps of a new server, which administrators take or skip: adding the feed of their
/// fleet, and inviting people.
package final class FirstSteps: Sendable {
    /// Whether they are skipped or done; they never begin again while the server runs.
    private let isOver = Mutex(false)
    private let load: @Sendable () async throws -> Bool
    private let save: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - isSkipped: Returns whether an administrator of any server of the team skipped them.
    ///   - skip: Stores that they are skipped.
    package init(
        isSkipped: @escaping @Sendable () async throws -> Bool,
        skip: @escaping @Sendable () async throws -> Void
    ) {
        (load, save) = (isSkipped, skip)
    }

    /// Returns whether they are skipped or done.
    fileprivate func areOver() async throws -> Bool {
        if isOver.withLock(\.self) { return true }
        guard try await load() else { return false }
        finish()
        return true
    }

    /// Notes that they are skipped or done.
    fileprivate func finish() { isOver.withLock { $0 = true } }

    /// Stores that an administrator skips them.
    fileprivate func skip(as administration: Administration) async throws {
        try await administration.requireChange()
        try await save()
        finish()
        try await administration.record(.settingsChanged, subject: "first steps: skipped")
    }
}

/// The page of the first steps.
struct OnboardingHandlers {
    /// The field of a form of this page, after which this page is shown again.
    static let formField = "first_steps"

    /// Returns the page after set-up: this one unless the steps were skipped before.
    static func target(_ request: ServerRequest) async -> String {
        let areOver = try? await request.environment.options.firstSteps.areOver()
        return areOver ?? true ? SitePage.list.path : SitePage.start.path
    }

    func add(to routes: Routes) {
        routes.administrationPage(.get, "/start") { request, _ in
            let steps = request.environment.options.firstSteps
            if try await steps.areOver() { return .redirect(to: "/admin/sources#add") }
            return try await FirstStepsPage.response(request)
        }
        routes.administrationPage(.post, "/start") { request, administration in
            try await request.environment.options.firstSteps.skip(as: administration)
            return .redirect(to: "/")
        }
    }
}

/// The first steps: the keys of the template `admin_start`.
struct FirstStepsPage {
    struct Feed {
        var name: String
        var statusText: String
    }

    /// The sources that are not simulated.
    var feeds: [Feed]
    var hasFeed: Bool
    /// Whether sources can be added here.
    var canAdd: Bool
    var addAction = SitePage.sources.path
    var table: TableFormContext?
    /// The values of a form that was refused.
    var newName: String
    var newLocation: String
    var hasStableIds: Bool
    var access: AccessContext
    var canInvite: Bool
    var inviteAction = "/admin/invitations"
    var hasInvited: Bool
    /// Whether both steps are done.
    var isDone: Bool
    var skipAction = SitePage.start.path
    var field = OnboardingHandlers.formField
    /// Search in the catalogue; `nil` without one.
    var catalogue: CatalogueSearch?

    fileprivate init(
        of request: UserRequest, form: QueryItems, catalogue: CatalogueSearch? = nil
    ) async throws {
        let environment = request.environment
        self.catalogue = catalogue
        let chosen = catalogue?.chosen
        feeds = environment.sources.all.filter { !$0.isSimulated }.map {
            Feed(name: $0.name, statusText: environment.status(of: $0).text)
        }
        hasFeed = !feeds.isEmpty
        canAdd = environment.sourceAdministration != nil
        table = TableFormContext(
            for: request, form, marker: OnboardingHandlers.formField)
        newName = form["name"] ?? chosen?["name"] ?? ""
        newLocation = form["location"].map(SourcesPage.shown) ?? chosen?["location"] ?? ""
        hasStableIds = form["ids"] != nil
        access = AccessContext(form["location"] == nil ? chosen ?? form : form)
        canInvite = environment.team.registration != .closed
        let administration = try request.access.administration()
        let isAlone = try await administration.users().count == 1
        let invitations = try await administration.invitations()
        hasInvited = !isAlone || !invitations.isEmpty
        isDone = hasFeed && (hasInvited || !canInvite)
    }

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - form: The form that was refused.
    static func response(
        _ request: UserRequest, _ problem: Problem? = nil, form: QueryItems = QueryItems()
    ) async throws -> Response {
        let catalogue = try await CatalogueSearch(
            of: request, on: SitePage.start.path, marker: OnboardingHandlers.formField)
        let page = AdministrationPage(
            .start, of: request,
            try await FirstStepsPage(of: request, form: form, catalogue: catalogue), problem)
        return try page.response("admin_start", request)
    }

    /// Returns the notice of the step after the feed was added; `nil` for others than
    /// administrators, and if the steps are done or skipped.
    static func notice(_ request: UserRequest) async throws -> PageContext.Notice? {
        let steps = request.environment.options.firstSteps
        guard request.access.may(.settings), try await !steps.areOver() else { return nil }
        let page = try await FirstStepsPage(of: request, form: QueryItems())
        if page.isDone { steps.finish() }
        guard page.hasFeed, !page.isDone else { return nil }
        return PageContext.Notice(
            kind: "info", icon: "team",
            text: localized("Your feed is here. Next, invite your team."),
            action: .init(href: SitePage.start.path, label: localized("Continue")))
    }
}

extension PolledSource {
    /// Whether its vehicles are simulated.
    var isSimulated: Bool {
        if case .simulation = source.location { true } else { false }
    }
}
