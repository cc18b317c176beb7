import FleetCore
import FleetTestSupport
import HTTPTypes
import Logging
import Testing

@testable import FleetServer

@Suite("The log of a server")
struct LogTests {
    @Test("has each request with its user, status and bytes")
    func requests() async throws {
        let server = try await ServedTeam([("demo", [Vehicle(id: "a")])])
        let ana = try await server.visitor("ana")
        let answer = try await ana.get("/api/v1/sources/demo/vehicles")
        let entry = try #require(
            server.log.entries.last { $0.facts["path"] == "/api/v1/sources/demo/vehicles" })
        #expect(entry.message == "request" && entry.level == .info)
        #expect(entry.facts["user"] == "ana" && entry.facts["status"] == "200")
        #expect(entry.facts["bytes"] == "\(answer.bytes.count)")
        _ = try await server.stranger.get("/signin")
        let stranger = try #require(server.log.entries.last { $0.facts["path"] == "/signin" })
        #expect(stranger.facts["user"] == nil)
    }

    @Test("has a failed sign-in with the name as it was typed, in one line, and no password")
    func failedSignIn() async throws {
        let server = try await ServedTeam()
        _ = try await server.visitor("ana")
        _ = try await server.stranger.signIn("ana\u{1B}\nx", "wrong password here")
        let entry = try #require(server.log.entries.last { $0.message == "sign-in failed" })
        #expect(entry.level == .warning && entry.facts["client"] == "unknown")
        let name = try #require(entry.facts["name"])
        #expect(name.hasPrefix("ana") && !name.contains("\n") && !name.contains("\u{1B}"))
        #expect(!server.log.entries.contains { "\($0.facts)".contains("wrong password here") })
    }

    @Test("has one line a second of the errors of one cause, with their number")
    func repeatedCauses() {
        let causes = RepeatedCauses()
        let start = ContinuousClock.now
        #expect(causes.count(.lock, at: start) == 1)
        for milliseconds in [1, 500, 999] {
            #expect(causes.count(.lock, at: start + .milliseconds(milliseconds)) == nil)
        }
        #expect(causes.count(.diskFull, at: start + .milliseconds(2)) == 1)
        #expect(causes.count(.lock, at: start + .seconds(1)) == 4)
        #expect(causes.count(.lock, at: start + .seconds(9)) == 1)
    }
}
