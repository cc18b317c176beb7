import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Requests that are sent again", .ownThreads) struct RepeatableRequestTests {
    /// Runs `body` as a request with a key.
    private func sent<T>(
        key: String = "k", content: String = "", byPage: Bool = false,
        _ body: () async throws -> T
    ) async throws -> T {
        let request = RepeatableRequest("POST /things", key: byPage ? nil : key)
        request.setContent(Array(content.utf8))
        if byPage { request.setPageKey(key) }
        return try await RepeatableRequest.$current.withValue(request, operation: body)
    }

    @Test(
        "one token is made for each key of a user, and its secret is the same again",
        arguments: TeamAdapter.all)
    func token(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        func add(_ access: Access, key: String) async throws -> NewToken {
            try await sent(key: key) {
                try await access.tokens.add(name: "t", scope: .read, lifetime: .days(1))
            }
        }
        let first = try await add(anna, key: "k")
        let again = try await add(anna, key: "k")
        #expect(first.token == again.token && first.secret.reveal() == again.secret.reveal())
        #expect(try await anna.tokens.all() == [first.token])
        _ = try await test.team.access(token: again.secret, from: home)
        let bobs = try await add(bob, key: "k")
        #expect(bobs.token.id != first.token.id && bobs.secret.reveal() != first.secret.reveal())
        #expect(try await add(anna, key: "other").token.id != first.token.id)
        #expect(try await add(anna, key: "").token.id != add(anna, key: "").token.id)
        try await anna.tokens.revoke(first.token.id)
        await expect(.notFound) { try await add(anna, key: "k") }
        let stored = try await test.integer(
            "SELECT count(*) FROM request_key WHERE key = 'k' OR salt = ?1",
            [.text(first.secret.reveal())])
        #expect(stored == 0)
    }

    @Test("requests of one key at the same time add one item", arguments: TeamAdapter.all)
    func concurrent(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let ids = try await withThrowingTaskGroup(of: UUID.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try await sent {
                        try await anna.views.add(ViewName("v"), ViewContent("color=red")).id
                    }
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(try await anna.views.own().map(\.id) == Array(ids))
    }

    @Test("administrators add each thing once", arguments: TeamAdapter.all)
    func administration(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let bob = try await test.user("bob").access
        let admin = try await test.user("anna", .administrator).access.administration()
        let alert = TeamAlertContent(
            name: "Low", source: source, kinds: [.feedStale], lowBattery: 15,
            webhook: try WebhookAddress("https://hooks.example/a"))
        let limit = FleetLimit(
            name: "cap", LimitRule(.vehicleCap, atMost: 1), of: [source],
            from: LocalDay(at: test.clock.now, in: .utc))
        var answers: [[String]] = []
        for _ in 0..<2 {
            answers.append(
                try await sent {
                    [
                        try await admin.addAlert(alert).id.text,
                        try await admin.addLimit(limit, at: test.clock.now).id.text,
                        try await admin.addView(ViewName("v"), ViewContent("color=red")).id.text,
                        try await admin.invite(.member).secret.reveal(),
                        try await admin.resetPassword(of: bob.owner).secret.reveal(),
                        try await admin.newSourceID().text,
                    ]
                })
            try await sent { try await admin.record(.exported, subject: nil) }
        }
        #expect(answers[0] == answers[1] && Set(answers[0]).count == 6)
        #expect(try await admin.alerts().count == 1)
        #expect(try await admin.invitations().count == 1)
        #expect(try await test.integer("SELECT count(*) FROM permit_limit") == 1)
        #expect(try await test.integer("SELECT count(*) FROM team_view") == 1)
        #expect(try await test.integer("SELECT count(*) FROM reset_link") == 1)
        let link = try #require(BearerSecret(answers[0][3]))
        _ = try await test.team.register(
            name: "carl", password: Password(password), invitation: link, from: home)
        await expect(.expiredLink) { try await sent { try await admin.invite(.member) } }
    }

    @Test(
        "a key of another request is refused, and one of a page is of each form alone",
        arguments: TeamAdapter.all)
    func otherRequest(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        func add(_ name: String, byPage: Bool) async throws -> TeamView {
            try await sent(content: name, byPage: byPage) {
                try await anna.views.add(ViewName(name), ViewContent("color=red"))
            }
        }
        let first = try await add("a", byPage: false)
        await expect(.keyReused) { try await add("b", byPage: false) }
        let form = try await add("c", byPage: true)
        #expect(try await add("d", byPage: true).name.text == "d")
        #expect(try await add("c", byPage: true) == form)
        #expect(try await add("a", byPage: false) == first)
        test.clock.advance(by: .days(1))
        try await test.team.prune()
        await expect(.nameTaken) { try await add("a", byPage: false) }
    }

    @Test("what was refused is not remembered", arguments: TeamAdapter.all)
    func refused(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let name = try ViewName("v")
        let taken = try await anna.views.add(name, ViewContent("color=red"))
        await expect(.nameTaken) {
            try await sent { try await anna.views.add(name, ViewContent("color=blue")) }
        }
        try await anna.views.remove(taken.id)
        let added = try await sent { try await anna.views.add(name, ViewContent("color=blue")) }
        #expect(try await anna.views.own() == [added])
    }

    @Test(
        "a registration that is sent again signs in, with the password only",
        arguments: TeamAdapter.all)
    func registration(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let admin = try await test.user("root", .administrator).access.administration()
        let link = try await admin.invite(.viewer)
        let first = try await sent { try await test.register("anna", link) }
        let again = try await sent(content: "in another order") {
            try await test.register("anna", link)
        }
        #expect(first.access.userID == again.access.userID)
        #expect(first.secret.reveal() != again.secret.reveal())
        await expect(.expiredLink) { try await test.register("anna", link) }
        await expect(.expiredLink) {
            try await sent(key: "x") { try await test.register("anna", link) }
        }
        await expect(.expiredLink) { try await sent { try await test.register("eve", link) } }
        await expect(.wrongPassword) {
            try await sent {
                try await test.team.register(
                    name: "anna", password: Password("another password"),
                    invitation: link.secret, from: home)
            }
        }
        let reset = try await admin.resetPassword(of: first.access.owner)
        for _ in 0..<2 {
            let signedIn = try await sent(key: "r") {
                try await test.team.resetPassword(
                    link: reset.secret, password: Password("a new pass phrase"), from: home)
            }
            #expect(signedIn.access.userID == first.access.userID)
        }
        await expect(.expiredLink) {
            try await test.team.resetPassword(
                link: reset.secret, password: Password("a new pass phrase"), from: home)
        }
    }
}
