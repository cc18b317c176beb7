import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import Synchronization
import Testing

@testable import FleetServer

@Suite("The first steps of a new server")
struct FirstStepTests {
    private let settings = RecordedSettings()

    private func served(
        _ stored: StoredSkip = StoredSkip(), isSetUp: Bool = true
    ) async throws -> ServedTeam {
        try await ServedTeam(
            isSetUp: isSetUp, sourceAdministration: settings,
            options: {
                $0.firstSteps = FirstSteps(
                    isSkipped: { stored.isSkipped },
                    skip: { stored.skip() })
            })
    }

    /// Replaces the simulated source by a real one.
    private func addFeed(to server: ServedTeam) {
        let uuid = UUID(sourceName: "oslo")
        server.sources.all = [
            PolledSource(
                name: "oslo", aliases: [],
                source: Source(
                    location: Location("https://example.com/gbfs.json", relativeTo: "/")
                        ?? .standardInput, uuid: uuid),
                vehicles: SourceKey(uuid))
        ]
    }

    @Test("Set-up leads to two steps: add a feed, and invite people")
    func setUp() async throws {
        let server = try await served(isSetUp: false)
        let link = try #require(try await server.team.makeSetupLink()).secret.reveal()
        let answer = try await server.stranger.post(
            "/setup", [("link", link), ("name", "root"), ("password", ServedTeam.password)])
        #expect(answer.location == "/admin/start")
        let root = server.stranger.after(answer)
        let page = try await root.get("/admin/start")
        #expect(page.values("action").contains("/admin/sources"))
        #expect(page.values("action").contains("/admin/invitations"))
        let refused = try await root.post(
            "/admin/sources",
            [("first_steps", "1"), ("name", "dead"), ("location", "https://9.9.9.9/dead")])
        #expect(refused.status == 422 && refused.text.contains("First steps"))
        #expect(refused.values("value").contains("dead"))
        let hostileForm = [("first_steps", "1"), ("name", hostile), ("location", hostile)]
        let answered = try await root.post("/admin/sources", hostileForm)
        #expect(answered.status == 422 && !answered.text.contains("<script>alert"))
        let added = try await root.post(
            "/admin/sources",
            [("first_steps", "1"), ("name", "oslo"), ("location", "https://9.9.9.9/gbfs.json")])
        #expect(added.location == "/admin/start")
        #expect(settings.changes.first?.hasPrefix("add oslo") == true)
        addFeed(to: server)
        let next = try await root.get("/admin/start")
        #expect(!next.values("action").contains("/admin/sources") && next.text.contains("oslo"))
        let list = try await root.get("/")
        #expect(list.values("href").contains("/admin/start") && list.text.contains("invite your"))
        let invited = try await root.follow(
            root.post("/admin/invitations", [("first_steps", "1"), ("role", "member")]))
        #expect(invited.text.contains("/register?invitation="))
        #expect(invited.text.contains("First steps") && invited.text.contains("Go to the list"))
        #expect(try await !root.get("/").values("href").contains("/admin/start"))
        #expect(try await root.get("/admin/start").location == "/admin/sources#add")
    }

    @Test("Skipping is stored for all servers of the team, and recorded")
    func skip() async throws {
        let stored = StoredSkip()
        let server = try await served(stored)
        let root = try await server.visitor("root")
        #expect(try await root.get("/admin/start").status == 200)
        #expect(try await root.post("/admin/start").location == "/")
        #expect(try await root.get("/admin/start").location == "/admin/sources#add")
        #expect(try await server.audit()[0].subject == "first steps: skipped")
        let other = try await served(stored)
        let page = try await other.visitor("root").get("/admin/start")
        #expect(page.location == "/admin/sources#add")
    }

    @Test("Others than administrators are not asked, and skip nothing")
    func others() async throws {
        let stored = StoredSkip()
        let server = try await served(stored)
        for visitor in [
            try await server.visitor("mia"), try await server.visitor("vic", .viewer),
            try await server.program("bot", .administrator, .read),
        ] {
            #expect(try await visitor.post("/admin/start").status == 403)
            guard visitor.cookie != nil else { continue }
            #expect(try await visitor.get("/admin/start").status == 403)
            addFeed(to: server)
            #expect(try await !visitor.get("/").text.contains("/admin/start"))
        }
        #expect(!stored.isSkipped)
    }

    @Test("Pages of simulated vehicles say so until there is a real source")
    func simulated() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let ana = try await server.visitor("ana", .viewer)
        for path in ["/", "/map", "/sites", "/events", "/notes", "/search"] {
            let page = try await root.get(path)
            #expect(page.text.contains("Simulated vehicles<"), "\(path)")
            #expect(page.values("href").contains("/admin/start"), "\(path)")
            let others = try await ana.get(path)
            #expect(others.text.contains("Simulated vehicles<"), "\(path)")
            #expect(!others.values("href").contains("/admin/start"), "\(path)")
        }
        #expect(try await root.get("/map").text.contains("badge simulated"))
        addFeed(to: server)
        for path in ["/", "/map", "/notes"] {
            let page = try await root.get(path)
            #expect(!page.text.lowercased().contains("simulated"), "\(path)")
        }
    }
}

private final class StoredSkip: Sendable {
    private let isSet = Mutex(false)

    var isSkipped: Bool { isSet.withLock(\.self) }

    func skip() { isSet.withLock { $0 = true } }
}
