import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer
@testable import FleetTeam

@Suite("Texts of pages without a translation")
struct UntranslatedTests {
    /// Words of the data, of formats, and of names that are the same in all languages.
    private static let data: Set<String> = [
        // The data of the server.
        "demo", "oslo", "paris", "root", "ben", "depot", "notiz", "grund", "ansicht", "hinweis",
        "bluered", "zzz", "gbfs", "sim", "https", "http", "example", "com", "localhost", "fleet",
        // Formats and units.
        "json", "csv", "geojson", "excel", "api", "id", "qr", "png", "svg", "pdf", "km", "min",
        "gmt", "lat", "lon", "mm", "jan", "apr",
        // Names.
        "openstreetmap", "apple", "google", "maps", "english", "deutsch", "avery", "zweckform",
        "herma", "linux", "firefox",
        "brother", "dymo", "dk",
        // The systems of the catalogue.
        "fjordsykkel", "nord", "rad", "tromsø", "spree", "berlin", "vélo", "velo", "bleu",
        "saint", "étienne", "loire", "marin", "le", "la", "rochelle", "no", "de", "fr", "client",
        "key", "apikey",
    ]

    /// Whole texts that people typed, the audit log has, or programs send.
    private static let typed: Set<String> = [
        "Alarm", "Token 1", "“none”", "battery Q1: Grund", "member", "min_battery", "note 3: root",
        "note 5: root", "sort", "id, battery, range, distance, last_reported.",
    ]

    /// A server with something on each page.
    private func served() async throws -> ServedTeam {
        let server = try await ServedTeam(
            sourceAdministration: RecordedSettings(), sendTestAlert: { _ in },
            options: {
                $0.contact = ContactSetting("a@example.com")
                $0.catalogue = { try SystemCatalogue(csv: Array(CatalogueSample.csv.utf8)) }
            },
            [("demo", Self.vehicles()), ("oslo", [Self.vehicle("O1")])])
        let demo = server.sources.all[0]
        var settings = demo.source
        settings.publications = [.page, .gbfs]
        server.sources.all[0] = PolledSource(
            name: demo.name, aliases: [], source: settings,
            vehicles: demo.vehicles)
        for round in 0..<3 {
            var site = Site(id: "S1")
            site.name = "Depot 1"
            site.position = Position(latitude: 48, longitude: 2)
            (site.capacity, site.docksAvailable, site.vehiclesDisabled) = (9, 3, 1)
            site.vehiclesByType = [TypedCount(["S1"], count: 2)]
            site.docksByType = [TypedCount(["S1"], count: 3)]
            (site.isInstalled, site.isRenting, site.isReturning) = (true, false, true)
            site.lastReported = Timestamp(seconds: ServedTeam.loadedAt)
            site.measurements = [
                .init(.smoke, .condition(true)),
                .init(
                    .temperature, .number(20 + Double(round)),
                    at: Timestamp(seconds: ServedTeam.loadedAt + Double(round))),
            ]
            try await server.load(
                sites: [site, Site(id: "S2")], demo, at: ServedTeam.loadedAt + Double(round))
        }
        var vehicles = Self.vehicles()
        vehicles.removeLast()
        for round in 1..<4 {
            vehicles[0].battery = Battery(percent: 30 - 5 * Double(round))
            vehicles[1].isReserved = round != 2
            vehicles[2].isDisabled = round == 2
            try await server.load(vehicles, demo, at: ServedTeam.loadedAt + Double(round))
        }
        let failure = FeedFailure(.service(.status(503)), at: "https://example.com/gbfs.json")
        server.sources.set(
            .failed(failure, retryAt: Timestamp(seconds: 1_800_000_060), attempt: 3, nil),
            of: server.sources.all[1].uuid)
        return server
    }

    private static func vehicle(_ id: String) -> Vehicle {
        var vehicle = Vehicle(id: id)
        (vehicle.isReserved, vehicle.isDisabled) = (false, false)
        vehicle.position = Position(latitude: 48, longitude: 2 + Double(id.count) / 1000)
        (vehicle.formFactor, vehicle.propulsionType) = ("bicycle", "electric_assist")
        vehicle.currentRangeMeters = 12_000
        vehicle.currentFuelPercent = 0.5
        vehicle.battery = Battery(percent: 30)
        vehicle.color = VehicleColor("BlueRed")
        vehicle.lastReported = Timestamp(seconds: ServedTeam.loadedAt)
        vehicle.stillSince = Timestamp(seconds: ServedTeam.loadedAt - 900)
        vehicle.rentalURIs = RentalURIs(
            web: "https://example.com/1", android: "https://example.com/2",
            ios: "https://example.com/3")
        return vehicle
    }

    private static func vehicles() -> [Vehicle] {
        var vehicles = (1...6).map { vehicle("Q\($0)") }
        vehicles[1].isReserved = true
        vehicles[2].isDisabled = true
        vehicles[3].measurements = [.init(.tippedOver, .condition(true))]
        vehicles[4].lastReported = Timestamp(seconds: ServedTeam.loadedAt - 4 * 86_400)
        return vehicles
    }

    /// Adds what people have written.
    private func fill(_ root: Visitor) async throws {
        let notes: [[(String, String)]] = [
            [("text", "Notiz 1"), ("visibility", "team"), ("vehicle_id", "Q1")],
            [
                ("text", "Notiz 2"), ("task", "1"), ("due", "2026-01-31T18:00"),
                ("vehicle_id", "Q2"),
            ],
            [("text", "Notiz 3"), ("task", "1"), ("assignee", "root"), ("location", "48,2")],
            [("text", "Notiz 4")],
        ]
        for note in notes { #expect(try await root.post("/notes/new", note).status == 303) }
        let forms: [(String, [(String, String)])] = [
            (
                "/attention/snooze",
                [
                    ("group", "battery"), ("source", "demo"), ("id", "Q1"), ("reason", "Grund"),
                    ("hours", "8"),
                ]
            ),
            ("/attention/take", [("group", "alarm"), ("source", "demo"), ("id", "Q4")]),
            ("/v/demo/Q1/favorite", [("favorite", "on")]),
            ("/v/demo/Q6/favorite", [("favorite", "on")]),
            ("/views", [("name", "Ansicht 1"), ("filter", "color=red&min_battery=20")]),
            ("/views", [("name", "Ansicht 2"), ("filter", "state=disabled"), ("for_all", "1")]),
            (
                "/admin/alerts",
                [
                    ("name", "Hinweis"), ("kind", "battery_low"), ("kind", "smoke"),
                    ("webhook", "https://9.9.9.9/1"),
                ]
            ),
        ]
        for (path, form) in forms {
            #expect(try await root.post(path, form).status == 303, "\(path)")
        }
        #expect(try await root.post("/account/tokens", [("name", "Token 1")]).status == 303)
        #expect(try await root.post("/admin/invitations", [("role", "member")]).status == 303)
    }

    private static let pages: [String] = [
        "/", "/?source=*", "/?color=red&state=available&min_battery=20&near=48,2&within=500m",
        "/?search=none", "/?favorites=1", "/?source=oslo", "/map", "/map?source=*", "/v/demo/Q1",
        "/v/demo/Q4", "/v/demo/Q6", "/attention", "/attention?since=24h", "/sites",
        "/sites?alarm=1&unhandled=1", "/sites/demo/S1", "/sites?source=oslo", "/events",
        "/events?kind=turnover", "/favorites", "/favorites?source=*", "/favorites?source=oslo",
        "/notes", "/notes?view=map", "/notes?author=ben", "/notes/new", "/notes/new?task=1",
        "/notes/new?source=demo&site=S1", "/tasks", "/tasks?who=all", "/tasks?who=done",
        "/tasks?who=nobody&due_before=now", "/labels", "/labels?source=demo&id=Q1", "/scan",
        "/scan?code=Q99", "/search", "/search?q=a", "/search?q=notiz",
        "/search?q=depot", "/search?q=zzz", "/views", "/account", "/account?done=name",
        "/account?done=password", "/account?done=session", "/account?done=token",
        "/account?done=created",
        "/account?done=sources", "/admin/people", "/admin/people?done=revoke",
        "/admin/people?done=remove", "/admin/sources", "/admin/sources?done=added&of=demo",
        "/admin/sources?done=renamed&of=demo", "/admin/sources?done=default&of=demo",
        "/admin/sources?done=published&of=demo", "/admin/sources?done=attention&of=demo",
        "/admin/sources?done=history&of=demo", "/admin/sources?done=removed&of=paris",
        "/admin/sources?q=oslo",
        "/admin/sources?q=spree", "/admin/sources?q=bleu", "/admin/sources?q=zzz", "/admin/alerts",
        "/admin/audit",
        "/admin/settings?saved=1", "/replay", "/nothing", "/?min_battery=x", "/v/demo/none",
    ]

    /// Pages for those who are not signed in.
    private static let open = [
        "/signin", "/register", "/register?invitation=1", "/reset?link=1", "/setup?link=1",
        "/v/demo/Q2",
    ]

    @Test("Pages show no English beside their data in another language")
    func pages() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        _ = try await server.visitor("ben", .viewer)
        try await fill(root)
        let people = [root, server.stranger]
        var found: [String: Set<String>] = [:]
        for (visitor, pages) in zip(people, [Self.pages, Self.open]) {
            for target in pages {
                for (text, words) in try await untranslated(visitor, target)
                where !Self.typed.contains(text) {
                    found["\(text): \(words)", default: []].insert(target)
                }
            }
        }
        let ids = try await ids(of: server)
        for target in ids {
            for (text, words) in try await untranslated(root, target) {
                found["\(text): \(words)", default: []].insert(target)
            }
        }
        for (text, pages) in found.sorted(by: { $0.key < $1.key }) {
            Issue.record("\(pages.sorted().prefix(3)) \(text)")
        }
    }

    @Test("Documents of the API and the audit log are the same, whatever the language of a person")
    func documents() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let source = "/admin/sources/" + server.sources.all[0].uuid.text
        try await Language.$current.withValue(Self.language.get()) {
            try await fill(root)
            for (path, form) in [
                (source, [("do", "attention"), ("low_battery", "15"), ("idle", "3d")]),
                (source, [("do", "publish"), ("publish", "page")]),
                ("/admin/settings", [("tiles", "none")]),
            ] { _ = try await root.post(path, form) }
            var count = 0
            for route in server.apiRoutes where route.method == .get {
                let target = route.path.replacing("{source}", with: "demo")
                    .replacing("{id}", with: "Q1")
                // The texts that a search finds are for people; a stream has no end.
                guard !target.hasSuffix("/events"), !target.hasSuffix("/search") else { continue }
                let answer = try await root.get(target, fields: [.accept: "application/json"])
                guard answer.status == 200 else { continue }
                count += 1
                // A task that was made by taking an entry has the language of the person.
                let text = answer.text.replacing("⟦Alarm⟧", with: "Alarm")
                #expect(!text.contains("⟦"), "\(target)")
            }
            #expect(count > 20)
        }
        let log = try await server.audit(20)
        #expect(log.count > 9)
        for entry in log { #expect(entry.subject?.contains("⟦") != true, "\(entry)") }
    }

    /// The pages of single things.
    private func ids(of server: ServedTeam) async throws -> [String] {
        let source = server.sources.all[0].uuid.text
        let (ben, alert) = (
            try await server.id("ben").text, try #require(try await server.team.alerts().first)
        )
        let root = try await server.visitor("root")
        let notes = try await root.get("/notes").text.matches(of: /id="note-([^"]+)"/)
        return [
            "/admin/sources/" + source, "/admin/sources/\(source)/remove",
            "/admin/people/\(ben)/remove", "/admin/alerts/" + alert.id.text,
        ] + notes.prefix(3).map { "/notes/" + $0.output.1 }
    }

    private func untranslated(
        _ visitor: Visitor, _ target: String
    ) async throws -> [(text: String, words: [String])] {
        let language = try Self.language.get()
        let page = try await Language.$current.withValue(language) {
            try await visitor.get(target)
        }
        #expect(page.text.contains("⟦"), "\(target)")
        return PseudoLanguage.untranslated(page.text).compactMap { text in
            let words = PseudoLanguage.words(text).filter {
                !Self.data.contains($0) && !PseudoLanguage.templateWords.contains($0)
            }
            return words.isEmpty ? nil : (String(text.prefix(100)), words)
        }
    }

    private static let language = Result { try PseudoLanguage.language() }
}
