import FleetCore
import FleetService
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird

/// The own account: password, sessions, and the download of one's data.
struct AccountHandlers {
    func add(to routes: Routes) {
        routes.page(.account) { request in
            let notice = request.query["done"].flatMap(AccountNotice.init)
            let shown = request.shownOnce
            let page = try await AccountPage(of: request, notice: notice, newToken: shown?.token)
            return request.havingShown(shown, try page.response(request))
        }
        routes.page(.post, "/account/name", .account, changeNameByForm)
        routes.page(.post, "/account/language", .account) { request in
            let tag = try await request.form(upTo: SignInHandlers.maxBody)["language"] ?? ""
            try await setLanguage(tag, request)
            return AccountNotice.language.redirect
        }
        routes.page(.post, "/account/password", .account, changePasswordByForm)
        routes.page(.post, "/account/sessions/:id", .account) { request in
            try await request.access.sessions.end(request.uuid("id"))
            return AccountNotice.session.redirect
        }
        routes.page(.post, "/account/sign-out-everywhere", .account) { request in
            try await request.access.sessions.endAll()
            return Response.redirect(to: "/signin").signedOut(of: request)
        }
        routes.page(.post, "/account/sources", .own) { request in
            let names = try await request.form(upTo: SignInHandlers.maxBody).all("source")
            let sources = names.compactMap { request.source(named: $0)?.uuid }
            try await request.access.followed.save(Set(sources))
            return AccountNotice.sources.redirect
        }
        addAPI(to: routes)
    }

    private func addAPI(to routes: Routes) {
        routes.api(.post, "/password", .account) { request in
            let document = try await request.json(
                PasswordDocument.self, upTo: SignInHandlers.maxBody)
            try await changePassword(document.current, document.password, request)
            return .noContent
        }
        routes.api(.patch, "/session", .account) { request in
            let document = try await request.json(
                PersonDocument.self, upTo: SignInHandlers.maxBody)
            guard document.displayName != nil || document.language != nil else {
                throw Problem(
                    .unprocessableContent, "The document names no change.",
                    hint: "Send display_name or language.")
            }
            if let name = document.displayName {
                try await request.access.account.setDisplayName(DisplayName(name))
            }
            if let tag = document.language { try await setLanguage(tag, request) }
            return .noContent
        }
        addFollowedSources(to: routes)
        addSessions(to: routes)
        routes.api(.get, "/export", .account) { request in
            let export = try await AccountExport(of: request)
            return .download(
                try export.encoded(), "application/json",
                named: "fleet-\(request.access.name).json")
        }
    }

    private func addFollowedSources(to routes: Routes) {
        routes.api(.get, "/followed-sources", nil) { request in
            let followed = Set(request.access.followedSources)
            return try .json([
                "sources": request.sources.filter { followed.contains($0.uuid) }
                    .map(\.name)
            ])
        }
        routes.api(.put, "/followed-sources", .own) { request in
            let document = try await request.json(
                FollowedDocument.self, upTo: SignInHandlers.maxBody)
            let sources = try document.sources.map { name in
                guard let source = request.source(named: name) else {
                    throw Problem.unknownSource
                }
                return source.uuid
            }
            try await request.access.followed.save(Set(sources))
            return .noContent
        }
    }

    private func addSessions(to routes: Routes) {
        routes.api(.get, "/sessions", .account) { request in
            let sessions = try await request.access.sessions.all()
            return try .json(["sessions": sessions.map(SessionDocument.init)])
        }
        routes.api(.delete, "/sessions", .account) { request in
            try await request.access.sessions.endAll()
            return Response.noContent.signedOut(of: request)
        }
        routes.api(.delete, "/sessions/:id", .account) { request in
            try await request.access.sessions.end(request.uuid("id"))
            return .noContent
        }
    }

    struct PasswordDocument: RequestDocument {
        fileprivate var current = ""
        fileprivate var password = ""

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit("current", &current)
            fields.visit(password: &password)
        }
    }

    struct FollowedDocument: RequestDocument {
        /// Names of the sources; empty for all.
        fileprivate var sources: [String] = []

        mutating func visit(_ fields: inout some FieldVisitor) { fields.visit("sources", &sources) }
    }

    struct PersonDocument: RequestDocument {
        fileprivate var displayName: String?
        fileprivate var language: String?

        mutating func visit(_ fields: inout some FieldVisitor) {
            fields.visit(
                "display_name", &displayName, "At most 64 characters; empty for the sign-in name.")
            fields.visit(
                "language", &language, "Language of the pages; empty for that of the browser.",
                .init(choices: [""] + Language.all.map(\.tag)))
        }
    }

    private func setLanguage(_ tag: String, _ request: UserRequest) async throws {
        guard tag.isEmpty || Language.all.contains(where: { $0.tag == tag }) else {
            throw Problem(
                "language", "must be one of \(Language.all.map(\.tag).listed)")
        }
        try await request.access.account.setLanguage(tag.isEmpty ? nil : tag)
    }

    private func changeNameByForm(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        do {
            try await request.access.account.setDisplayName(DisplayName(form["display_name"] ?? ""))
            return AccountNotice.name.redirect
        } catch let error as TeamError where error != .signedOut && error != .forbidden {
            return try await AccountPage(of: request, nameProblem: Problem(error)).response(request)
        }
    }

    private func changePasswordByForm(_ request: UserRequest) async throws -> Response {
        let form = try await request.form(upTo: SignInHandlers.maxBody)
        let problem: Problem
        do {
            try await changePassword(
                form["current"] ?? "", form["password"] ?? "", request)
            return AccountNotice.password.redirect
        } catch let error as TeamError where error != .signedOut && error != .forbidden {
            problem = Problem(error)
        } catch let error as Problem {
            problem = error
        }
        return try await AccountPage(of: request, passwordProblem: problem).response(request)
    }

    private func changePassword(
        _ current: String, _ new: String, _ request: UserRequest
    ) async throws {
        do {
            try await request.access.account.changePassword(
                from: Password(current), to: Password(new), device: request.device)
        } catch let error as TeamError where error == .wrongPassword {
            throw Problem(
                .unauthorized, "The current password is wrong.", hint: "Try again.",
                fields: Problem(error).fields)
        }
    }
}

/// A session in the API.
struct SessionDocument: Encodable {
    var id: String
    var createdAt: String
    var lastSeenAt: String
    var client: String?
    var address: String?
    var isCurrent: Bool

    init(_ session: Session) {
        id = session.id.text
        createdAt = session.createdAt.apiText
        lastSeenAt = session.lastSeenAt.apiText
        (client, address) = (session.client, session.address)
        isCurrent = session.isCurrent
    }
}
