import FleetTeam
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

extension ServedTeam {
    static let origins: HTTPFields = [.origin: origin]

    /// Adds a user whose token has a scope; returns a program that sends it.
    func program(
        _ name: String, _ role: Role, _ scope: TokenScope, lifetime: Duration = .seconds(86_400)
    ) async throws -> Visitor {
        _ = try await team.onMachine().addUser(
            UserName(name), role: role, password: Password(Self.password))
        let signedIn = try await team.signIn(
            name: name, password: Password(Self.password), from: Client(address: nil))
        let token = try await signedIn.access.tokens.add(
            name: "test", scope: scope, lifetime: lifetime)
        return stranger.with(token: token.secret.reveal())
    }

    func id(_ name: String) async throws -> UserID {
        try await team.onMachine().user(named: UserName(name)).id
    }

    /// The newest entries of the audit log.
    func audit(_ count: Int = 1) async throws -> [AuditEntry] {
        try await team.onMachine().auditEntries(limit: count)
    }
}

extension Visitor {
    func with(token: String) -> Visitor {
        var visitor = self
        visitor.cookie = nil
        visitor.fields = [.authorization: "Bearer " + token, .accept: "application/json"]
        return visitor
    }

    /// The browser after a response: with the cookie that it set, or without the one that it took.
    func after(_ answer: Answer) -> Visitor {
        guard let pair = answer.setCookie?.prefix(while: { $0 != ";" }) else { return self }
        var visitor = self
        visitor.cookie = pair.hasSuffix("=") ? nil : String(pair)
        return visitor
    }

    /// Opens the page to which a response leads, with the cookies that it set.
    func follow(_ answer: Answer, fields: HTTPFields = [:]) async throws -> Answer {
        var visitor = self
        let pairs = answer.fields[values: .setCookie].map { $0.prefix { $0 != ";" } }
        visitor.cookie = ([cookie].compactMap(\.self) + pairs.map(String.init))
            .joined(separator: "; ")
        return try await visitor.get(try #require(answer.location), fields: fields)
    }

    func signIn(_ name: String, _ password: String = ServedTeam.password) async throws -> Answer {
        try await post("/signin", [("name", name), ("password", password)])
    }
}

extension Answer {
    /// The cookie of the session that it sets.
    var setCookie: String? { fields[values: .setCookie].first { !$0.contains("fleet-device") } }

    /// The cookie of the device that it sets.
    var deviceCookie: String? { fields[values: .setCookie].first { $0.contains("fleet-device") } }

    /// The values of an attribute of the page's elements.
    func values(_ attribute: String) -> [String] {
        let pattern = try? Regex("\(attribute)=\"([^\"]*)\"")
        guard let pattern else { return [] }
        return text.matches(of: pattern).compactMap { $0.output[1].substring.map(String.init) }
    }

    /// The first address on the page that begins with a text.
    func link(_ prefix: String) throws -> String {
        let range = try #require(text.firstRange(of: prefix))
        return prefix + text[range.upperBound...].prefix { !"<\"&".contains($0) }
    }
}

/// Text that breaks out of HTML wherever it is not escaped.
let hostile = "\"><script>alert(1)</script>&'"
