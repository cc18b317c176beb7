import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetSQL
@testable import FleetServer

@Suite("Languages of event streams") struct LiveLanguageTests {
    private let german = Language.tagged("de") ?? .english

    /// A vehicle whose cells differ between the languages.
    private func vehicle(_ percent: Double) -> Vehicle {
        var vehicle = Vehicle(id: "v")
        (vehicle.isReserved, vehicle.isDisabled) = (true, false)
        vehicle.color = VehicleColor("BlueRed")
        vehicle.battery = Battery(percent: percent, isEstimated: false)
        vehicle.currentRangeMeters = 1500
        vehicle.formFactor = "cargo_bicycle"
        return vehicle
    }

    /// Returns the cells of the only row of the change in messages.
    private func cells(_ messages: String) throws -> [String: String] {
        let change = try #require(messages.firstMatch(of: /event: changes\ndata: (.*)\n/)?.output.1)
        let object = try JSONSerialization.jsonObject(with: Data(change.utf8)) as? [String: Any]
        let rows = try #require(object?["rows"] as? [[String: Any]])
        let cells = try #require(rows.first?["cells"] as? [String: [String: Any]])
        return cells.compactMapValues { $0["text"] as? String }
    }

    @Test("Streams in two languages get the same change, with the cells of the page in theirs")
    func rows() async throws {
        let served = try await ServedTeam([("demo", [vehicle(50)])])
        let (hub, access) = (served.server.environment.changes, try await served.access())
        await hub.tick(at: .zero)
        var streams: [(language: Language, id: UInt64)] = []
        for language in [Language.english, german, german] {
            let id = await hub.open(
                served.sources.all, after: LiveCursors(nil), .rows, in: language, for: access
            ) {}
            _ = await hub.text(id)
            streams.append((language, id))
        }
        try await served.load(
            [vehicle(15.2)], served.sources.all[0], at: ServedTeam.loadedAt + 1)
        await hub.tick(at: .seconds(1))
        let root = try await served.visitor("root")
        var changes: [[String: String]] = []
        for (language, id) in streams {
            let cells = try cells(await hub.text(id))
            let page = try await root.get("/", fields: [.acceptLanguage: language.tag]).text
            #expect(cells.count == 5)
            for text in cells.values { #expect(page.contains(text), "\(language.tag)") }
            changes.append(cells)
        }
        #expect(changes[1] == changes[2])
        let english = [
            "state": "reserved", "color": "blue-red", "battery": "15.2%", "range": "1.5 km",
            "type": "cargo bicycle",
        ]
        #expect(changes[0] == english)
        let expected = [
            "state": "reserviert", "color": "blau-rot", "battery": "15,2\u{A0}%",
            "range": "1,5\u{A0}km", "type": "Lastenrad",
        ]
        #expect(changes[1] == expected)
    }

    @Test("The first reader of a language gets the changes before it in that language")
    func late() async throws {
        let served = try await ServedTeam([("demo", [vehicle(50)])])
        let (hub, access) = (served.server.environment.changes, try await served.access())
        await hub.tick(at: .zero)
        let source = served.sources.all[0]
        let cursor = try served.store.snapshots.read { reader in
            try #require(try reader.changeCursor(of: source.vehicles)).text
        }
        let first = await hub.open([source], after: LiveCursors(nil), .rows, for: access) {}
        _ = await hub.text(first)
        try await served.load([vehicle(15)], source, at: ServedTeam.loadedAt + 1)
        await hub.tick(at: .seconds(1))
        #expect(try cells(await hub.text(first))["state"] == "reserved")
        let late = await hub.open(
            [source], after: LiveCursors(cursor), .rows, in: german, for: access
        ) {}
        #expect(try cells(await hub.text(late))["state"] == "reserviert")
    }

    @Test("A failure is in the language of the page, and in English for programs")
    func failure() async throws {
        try await LiveServer.run([vehicle(50)]) { server in
            let root = try await server.served.visitor("root")
            let failure = FeedFailure(.service(.status(500)), at: "example.com")
            await server.hub.set(
                .failed(failure, retryAt: nil, attempt: 2, nil),
                of: server.served.sources.all[0].uuid)
            for (content, title) in [("rows", "nicht lesbar"), ("vehicles", "cannot be read")] {
                let message = try await EventStreamClient.open(
                    "/api/v1/events?source=demo&content=" + content, at: server.port,
                    cookie: root.cookie, language: "de"
                ) { try await $0.next("state") }
                #expect(try #require(message).json()["title"] as? String == title)
            }
        }
    }
}
