import FleetTeam
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer

@Suite("The settings of the server") struct SettingsTests {
    private static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .server
    private static let origin = "https://tile.openstreetmap.org"

    /// The choices that were stored.
    private let stored = StoredChoices()

    private func served(isSetUp: Bool = true) async throws -> ServedTeam {
        try await ServedTeam(
            isSetUp: isSetUp,
            options: { options in
                options.tiles = TileSetting(.none) { [stored] in stored.add($0) }
            })
    }

    @Test("Set-up offers tiles, which pages then allow to load, and their server to know the site")
    func setUp() async throws {
        let server = try await served(isSetUp: false)
        let link = try #require(try await server.team.makeSetupLink()).secret.reveal()
        let form = try await server.stranger.get("/setup?link=" + link)
        #expect(form.text.contains("value=\"none\" checked"))
        #expect(form.fields[.contentSecurityPolicy]?.contains(Self.origin) == false)
        #expect(form.fields[Self.referrerPolicy] == "same-origin")
        let fields = [("link", link), ("name", "root"), ("tiles", "openstreetmap")]
        let short = try await server.stranger.post("/setup", fields + [("password", "short")])
        #expect(short.status == 422 && short.text.contains("value=\"openstreetmap\" checked"))
        #expect(stored.all.isEmpty)
        let answer = try await server.stranger.post(
            "/setup", fields + [("password", ServedTeam.password)])
        #expect(answer.status == 303 && stored.all == [.openStreetMap])
        let policy = try #require(answer.fields[.contentSecurityPolicy])
        #expect(policy.contains("img-src 'self' data: blob: \(Self.origin);"))
        #expect(policy.contains("connect-src 'self' \(Self.origin);"))
        #expect(answer.fields[Self.referrerPolicy] == "strict-origin-when-cross-origin")
        let map = try await server.stranger.after(answer).get("/map")
        #expect(map.status == 200)
        #expect(try await server.audit()[0].subject == "map: openstreetmap")
    }

    @Test("An administrator changes them later; others and unknown names do not")
    func change() async throws {
        let server = try await served()
        let (root, ana) = (try await server.visitor("root"), try await server.visitor("ana"))
        #expect(try await ana.get("/admin/settings").status == 403)
        let form = [("tiles", "openstreetmap")]
        #expect(try await ana.post("/admin/settings", form).status == 403)
        #expect(stored.all.isEmpty)
        let answer = try await root.post("/admin/settings", form)
        #expect(answer.location == "/admin/settings?saved=1")
        let page = try await root.get("/admin/settings?saved=1")
        #expect(page.text.contains("value=\"openstreetmap\" checked"))
        #expect(page.text.contains("The settings are saved."))
        for name in ["", "https://tiles.example/{z}/{x}/{y}", hostile] {
            let answer = try await root.post("/admin/settings", [("tiles", name)])
            #expect(answer.status == 422 && answer.text.contains("role=\"alert\""))
            #expect(!answer.text.contains("<script>alert"))
        }
        #expect(try await root.post("/admin/settings", [("tiles", "none")]).status == 303)
        #expect(stored.all == [.openStreetMap, .none])
        #expect(
            try await root.get("/").fields[.contentSecurityPolicy]?.contains(Self.origin) == false)
    }

    @Test("What the command line says cannot be changed on a page")
    func fixed() async throws {
        let template = "https://tiles.example/{z}/{x}/{y}.png"
        let server = try await ServedTeam(
            options: { $0.tiles = TileSetting(template: template) })
        let root = try await server.visitor("root")
        let page = try await root.get("/admin/settings")
        #expect(page.text.contains(template) && !page.text.contains("name=\"tiles\""))
        #expect(page.fields[.contentSecurityPolicy]?.contains(" https://tiles.example;") == true)
        #expect(try await root.post("/admin/settings", [("tiles", "none")]).status == 409)
    }
}

private final class StoredChoices: Sendable {
    private let choices = Mutex<[TileSetting.Choice]>([])

    var all: [TileSetting.Choice] { choices.withLock(\.self) }

    func add(_ choice: TileSetting.Choice) { choices.withLock { $0.append(choice) } }
}
