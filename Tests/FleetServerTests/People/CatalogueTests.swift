import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import FleetServer

@Suite("Administrators search the catalogue of systems")
struct CatalogueTests {
    private let settings = RecordedSettings()

    private func served(
        _ csv: String = CatalogueSample.csv, steps: FirstSteps? = nil
    ) async throws -> ServedTeam {
        var catalogue = try SystemCatalogue(csv: Array(csv.utf8))
        catalogue.address = "https://example.com/systems.csv"
        catalogue.readAt = Timestamp(seconds: 1_799_000_000)
        return try await ServedTeam(
            sourceAdministration: settings,
            options: { [catalogue] options in
                options.catalogue = { catalogue }
                if let steps { options.firstSteps = steps }
            })
    }

    @Test("the page of sources finds systems without a script, each with a form that adds it")
    func page() async throws {
        let server = try await served()
        let root = try await server.visitor("root")
        let empty = try await root.get("/admin/sources")
        #expect(empty.text.contains("MobilityData") && empty.text.contains("CC BY 3.0"))
        #expect(!empty.text.contains("Fjordsykkel"))
        let page = try await root.get("/admin/sources?q=OSLO+fjord")
        #expect(page.status == 200 && page.text.contains("1 system"))
        #expect(page.text.contains("Oslo, NO · GBFS 2.3, 3.0 · fjordsykkel"))
        #expect(!page.text.contains("Nord Oslo Rad"))
        let values = page.values("value")
        #expect(values.contains("OSLO fjord") && values.contains("fjordsykkel"))
        #expect(values.contains("https://feeds.example/oslo/gbfs.json"))
        #expect(page.values("action").contains("/admin/sources#catalogue"))
        let none = try await root.get("/admin/sources?q=nowhere")
        #expect(none.text.contains("No system of the catalogue matches."))
    }

    @Test("a system that needs credentials is not added at once, but the page says how")
    func credentials() async throws {
        let root = try await served().visitor("root")
        let header = try await root.get("/admin/sources?q=spree")
        #expect(header.text.contains("needs credentials: header X-Client, X-Key"))
        #expect(
            header.text.contains(
                "fleet source add system:spree_rad --header &#39;X-Client: VALUE&#39;"))
        #expect(!header.values("value").contains("https://keys.example/spree/gbfs.json"))
        #expect(header.values("href").contains("https://keys.example/docs"))
        let query = try await root.get("/admin/sources?q=velo+bleu")
        let link = try #require(query.values("href").first { $0.contains("use=") })
        let filled = try await root.get(link.replacing("&amp;", with: "&"))
        #expect(filled.values("value").contains("https://feeds.example/bleu/gbfs.json?apikey="))
        #expect(filled.values("value").contains("velo_bleu"))
        let bearer = try await root.get("/admin/sources?q=bern+velo")
        let fill = try #require(bearer.values("href").first { $0.contains("use=") })
        let form = try await root.get(fill.replacing("&amp;", with: "&"))
        #expect(form.text.contains("<option value=\"bearer\" selected>"))
        #expect(form.values("value").contains("https://feeds.example/bern/gbfs.json"))
        let foreign = try await root.get("/admin/sources?q=oslo&use=https://evil.example/x")
        #expect(!foreign.text.contains("evil.example"))
    }

    @Test("a system that is a source already says so")
    func added() async throws {
        let server = try await served()
        let uuid = UUID(sourceName: "oslo")
        server.sources.all.append(
            PolledSource(
                name: "oslo", aliases: [],
                source: Source(
                    location: .web("https://feeds.example/oslo/gbfs.json"), uuid: uuid),
                vehicles: SourceKey(uuid)))
        let page = try await server.visitor("root").get("/admin/sources?q=fjord")
        #expect(page.text.contains(">added</span>"))
        #expect(!page.values("value").contains("https://feeds.example/oslo/gbfs.json"))
    }

    @Test("the first steps find the first feed, too, and come back to themselves")
    func firstSteps() async throws {
        let steps = FirstSteps(isSkipped: { false }, skip: {})
        let root = try await served(steps: steps).visitor("root")
        let page = try await root.get("/admin/start?q=fjord")
        #expect(page.values("action").contains("/admin/start#catalogue"))
        #expect(page.values("value").contains("https://feeds.example/oslo/gbfs.json"))
        #expect(page.values("name").filter { $0 == "first_steps" }.count > 2)
        // The notice of the first steps on other pages searches nothing.
        let list = try await root.get("/?q=fjord")
        #expect(list.status == 200 && !list.text.contains("Fjordsykkel"))
    }

    @Test("names of the catalogue are only text on the page")
    func hostile() async throws {
        let csv =
            CatalogueSample.header
            + "NO,<script>alert(1)</script>,\"<b>\",\"a\"\"><img>\",,https://h.example/,,,,\n"
        let root = try await served(csv).visitor("root")
        let page = try await root.get("/admin/sources?q=script")
        #expect(page.text.contains("1 system"))
        for markup in ["<script>alert", "<b>,", "<img>"] { #expect(!page.text.contains(markup)) }
        let typed = try await root.get("/admin/sources?q=%22%3E%3Cimg%3E%00" + "x+x".repeated(300))
        #expect(typed.status == 200 && !typed.text.contains("<img>"))
    }

    @Test("programs of administrators get the systems as JSON, best first")
    func api() async throws {
        let server = try await served()
        let program = try await server.program("bot", .administrator, .read)
        let all = try await program.get("/api/v1/catalogue").json()
        #expect(all["total"] as? Int == 8)
        let catalogue = try #require(all["catalogue"] as? [String: String])
        #expect(
            catalogue == [
                "address": "https://example.com/systems.csv", "read_at": "2027-01-03T18:13:20Z",
                "attribution": "MobilityData", "license": "CC-BY-3.0",
            ])
        let found = try await program.get("/api/v1/catalogue?q=oslo&country=norway&limit=1").json()
        let systems = try #require(found["systems"] as? [[String: Any]])
        #expect(found["total"] as? Int == 2 && systems.count == 1)
        #expect(systems[0]["system_id"] as? String == "nord_rad")
        #expect(
            systems[0]["auto_discovery_url"] as? String == "https://feeds.example/nord/gbfs.json")
        for query in ["limit=0", "limit=1001", "q=" + "x".repeated(201), "page=2"] {
            #expect(try await program.get("/api/v1/catalogue?" + query).status == 400, "\(query)")
        }
        let member = try await server.program("eve", .member, .read)
        #expect(try await member.get("/api/v1/catalogue?q=oslo").status == 403)
        #expect(try await server.stranger.get("/api/v1/catalogue").status == 401)
    }

    @Test("a catalogue that cannot be read is an error of the API, and a sentence on the page")
    func failure() async throws {
        let failure = CatalogueError.damaged(.html, at: "https://example.com/systems.csv")
        let server = try await ServedTeam(
            sourceAdministration: settings,
            options: { $0.catalogue = { throw failure } })
        let root = try await server.visitor("root")
        let page = try await root.get("/admin/sources?q=oslo")
        #expect(page.status == 200)
        #expect(page.text.contains("this is a web page, not a catalogue of systems."))
        #expect(page.text.contains("Check and add"))
        let answer = try await root.get("/api/v1/catalogue?q=oslo")
        #expect(answer.status == 502)
        let problem = try answer.json()
        #expect(
            problem["hint"] as? String
                == "Try again later, or set FLEET_CATALOGUE to another address or file.")
    }

    @Test("a catalogue that does not come in time is an error, and a server may have none")
    func missing() async throws {
        let slow = try await ServedTeam(
            sourceAdministration: settings,
            options: {
                $0.outsideLimit = .milliseconds(50)
                $0.catalogue = {
                    try await Task.sleep(for: .seconds(3600))
                    throw CancellationError()
                }
            })
        let root = try await slow.visitor("root")
        #expect(try await root.get("/api/v1/catalogue").status == 504)
        let none = try await ServedTeam(sourceAdministration: settings).visitor("root")
        #expect(try await none.get("/api/v1/catalogue").status == 503)
        #expect(try await !none.get("/admin/sources?q=oslo").text.contains("MobilityData"))
        let closed = try await ServedTeam(options: {
            $0.catalogue = { try SystemCatalogue(csv: Array(CatalogueSample.csv.utf8)) }
        }).visitor("root")
        #expect(try await !closed.get("/admin/sources?q=oslo").text.contains("MobilityData"))
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
