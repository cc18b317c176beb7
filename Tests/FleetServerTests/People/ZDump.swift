import Foundation
import FleetCore
import Testing
import HTTPTypes
@testable import FleetServer
@testable import FleetTeam

@Suite struct ZDump {
    @Test func dump() async throws {
        guard FileManager.default.fileExists(atPath: "/tmp/http-pages") else { return }
        let server = try await ServedTeam()
        func save(_ name: String, _ answer: Answer) throws {
            try Data(answer.bytes).write(to: URL(fileURLWithPath: "/tmp/http-pages/\(name).html"))
        }
        let root = try await server.visitor("root")
        _ = try await server.visitor("ana")
        try save("signin", try await server.stranger.get("/signin"))
        try save("signin-error", try await server.stranger.signIn("ana", "wrong"))
        for _ in 0..<5 { _ = try await server.stranger.signIn("bob", "wrong") }
        try save("signin-throttled", try await server.stranger.signIn("bob", "wrong"))
        server.clock.advance(by: .seconds(3600))
        let invite = try await root.post("/admin/invitations", [("role", "member")])
        let link = try invite.link(ServedTeam.origin + "/register?invitation=")
        try save("people-link", invite)
        try save("register", try await server.stranger.get(String(link.dropFirst(ServedTeam.origin.count))))
        try save("register-expired", try await server.stranger.get("/register?invitation=x"))
        try save("reset-expired", try await server.stranger.get("/reset?link=x"))
        let reset = try await root.post("/admin/people/" + server.id("ana").text, [("do", "reset")])
        try save("people-reset", reset)
        let path = try reset.link(ServedTeam.origin + "/reset?link=").dropFirst(ServedTeam.origin.count)
        try save("reset", try await server.stranger.get(String(path)))
        _ = try await root.post("/account/tokens", [("name", "nightly export"), ("days", "30")])
        try save("account-token", try await root.post("/account/tokens", [("name", "second"), ("days", "90")]))
        try save("account-error", try await root.post("/account/password", [("current", "x"), ("password", "another password")]))
        try save("account-zone", try await root.get("/account?done=zone"))
        try save("audit", try await root.get("/admin/audit"))
        try save("sources-readonly", try await root.get("/admin/sources"))
    }
}
