import FleetCore
import FleetTeam
import Hummingbird

/// A page of the administration: the keys of the templates `admin_…`.
struct AdministrationPage<Content> {
    var page: PageContext
    var adminTabs: [Tab]
    var adminErrors: [FormProblem] = []
    var newLink: NewLink?
    /// The content of the page's list.
    var admin: Content
    var pager: Pager?
    private var problem: Problem?
    private let shown: ShownOnce?

    /// - Parameters:
    ///   - sitePage: The page, whose tab is current.
    ///   - problem: Why a form of the page was refused.
    init(_ sitePage: SitePage, of request: UserRequest, _ admin: Content, _ problem: Problem? = nil)
    {
        page = request.page(sitePage, title: localized("Administration"))
        let query = page.query
        adminTabs = SitePage.allCases.filter { $0.menu == .administration }.map { tab in
            Tab(label: tab.title, href: tab.path + query, isCurrent: tab == sitePage)
        }
        if let problem {
            adminErrors = [FormProblem(problem, in: request.environment)]
        }
        self.admin = admin
        self.problem = problem
        shown = request.shownOnce
        newLink = shown?.link.map {
            NewLink(
                title: $0.title, text: $0.text, url: $0.url,
                until: request.time(Timestamp(milliseconds: $0.expiresAt)))
        }
        page.notice = shown?.notice
    }

    /// Returns the page; its status is that of the form that was refused.
    func response(_ template: String, _ request: UserRequest) throws -> Response {
        let response = try request.environment.form(template, self, problem)
        return request.havingShown(shown, response.page(of: request.access))
    }
}

/// A link that was just made, which is shown once.
struct NewLink {
    var title: String
    var text: String
    var url: String
    var until: ShownTime
}

/// A link that was just made, in the API.
struct LinkDocument: Document {
    private var url = ""
    private var expiresAt = Timestamp(milliseconds: 0)

    init() {}

    init(_ link: Link, _ address: String) { (url, expiresAt) = (address, link.expiresAt) }

    mutating func visit(_ fields: inout some FieldVisitor) {
        fields.visit("url", &url, nil, .init(format: "uri"))
        fields.visit("expires_at", &expiresAt)
    }
}

extension ServerEnvironment {
    /// Returns the address of an invitation.
    func address(ofInvitation link: Link) -> String {
        publicOrigin.text + "/register?invitation=" + link.secret.reveal()
    }

    /// Returns the address of a link for a new password.
    func address(ofReset link: Link) -> String {
        publicOrigin.text + "/reset?link=" + link.secret.reveal()
    }
}
