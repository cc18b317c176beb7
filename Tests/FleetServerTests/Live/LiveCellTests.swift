import FleetCore
import FleetService
import FleetTestSupport
import Foundation
import NIOCore
import Testing

@testable import FleetServer

@Suite("Scripts of live pages and the messages that they read")
struct LiveCellTests {
    /// Vehicles with all values, of all states, with low and estimated charges.
    private static let vehicles: [Vehicle] = [(true, nil), (nil, true), (false, false), (nil, nil)]
        .enumerated().map { index, state in
            var vehicle = Vehicle(id: "V\(index)")
            (vehicle.isReserved, vehicle.isDisabled) = state
            vehicle.position = Position(latitude: 48.5, longitude: 2.25)
            vehicle.typeID = "scooter"
            vehicle.color = VehicleColor("BlueRed")
            vehicle.currentRangeMeters = 850
            vehicle.battery = Battery(percent: Double(index) * 15.2, isEstimated: true)
            vehicle.lastReported = Timestamp(seconds: 1_700_000_000)
            vehicle.stationID = "station"
            vehicle.measurements = [Measurement(.tippedOver, .condition(true))]
            return vehicle
        }

    /// The messages of a stream after the vehicles appear while the source cannot be read.
    private struct Messages {
        var state: [String: Any] = [:]
        var changes: [String: Any] = [:]

        /// The vehicles that appeared.
        func rows() throws -> [[String: Any]] {
            try #require(changes["rows"] as? [[String: Any]])
        }

        /// Their cells.
        func cells() throws -> [[String: [String: Any]]] {
            try rows().map { try #require($0["cells"] as? [String: [String: Any]]) }
        }
    }

    private static func messages() async throws -> Messages {
        let texts = Observed<[String]>([])
        try await LiveServer.run { server in
            let root = try await server.served.visitor("root")
            let source = server.served.sources.all[0]
            let cursor = try server.list().cursor
            var feed = FeedDescription(format: "GBFS 3.0")
            feed.typeNames = ["scooter": "Red Rocket"]
            feed.lastUpdated = Timestamp(seconds: ServedTeam.loadedAt)
            try await server.served.load(
                vehicles, source, feed, at: ServedTeam.loadedAt + 1)
            await server.hub.tick(at: .seconds(1))
            let failure = FeedFailure(.service(.status(503)), at: "https://example.com")
            await server.hub.set(
                .failed(failure, retryAt: Timestamp(seconds: 1_800_000_000), attempt: 2, nil),
                of: source.uuid)
            let data = try await EventStreamClient.open(
                "/api/v1/events?source=demo&content=rows&after=\(cursor)", at: server.port,
                cookie: root.cookie
            ) { client in
                var data: [String] = []
                for event in ["state", "changes"] {
                    let message = try await client.next(event)
                    data.append(try #require(message).data)
                }
                return data
            }
            texts.change { $0 = data }
        }
        let objects = try texts.value.map { text in
            try #require(
                try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        }
        return Messages(state: objects[0], changes: objects[1])
    }

    private static func script(_ name: String) throws -> String {
        try #require(WebFile.all.first { $0.path == "assets/\(name).js" }).text
    }

    /// Returns the names that a pattern finds in scripts.
    private static func names(
        _ pattern: some RegexComponent<(Substring, Substring)>, in scripts: String...
    ) throws -> Set<String> {
        Set(try scripts.flatMap { try script($0).matches(of: pattern).map { String($0.output.1) } })
    }

    @Test("Scripts read only members of a row that the server sends")
    func rowMembers() async throws {
        let read = try Self.names(
            /\brow\.(?:cells\.)?([a-z_]+)/, in: "map", "map-changes", "map-points")
        let messages = try await Self.messages()
        let sent = try messages.rows().flatMap(\.keys) + messages.cells().flatMap(\.keys)
        #expect(read.count > 4)
        #expect(read.subtracting(sent) == [])
    }

    @Test("Scripts read only members of a message that the server sends")
    func messageMembers() async throws {
        let messages = try await Self.messages()
        let failed = try #require(
            try Self.script("banners").firstMatch(of: /showFailure\(\{ ([^}]*) \}\)/))
        let shown = Set(
            failed.output.1.split(separator: ", ").map { String($0.split(separator: ":")[0]) })
        #expect(shown.count > 3)
        #expect(shown.subtracting(messages.state.keys) == [])
        let read = try Self.names(/\bmessage\.([a-z_]+)\b/, in: "live")
        #expect(read.count > 3)
        #expect(read.subtracting(messages.state.keys).subtracting(messages.changes.keys) == [])
    }

    @Test("The script of cells reads all members of a cell, and no others")
    func cellMembers() async throws {
        let parameters = try #require(
            try Self.script("cells").firstMatch(of: /cellContent\(\{ ([^}]*) \}\)/)
        ).output.1
        let read = Set(
            parameters.split(separator: ", ").map { String($0.split(separator: " ")[0]) })
        let cells = try await Self.messages().cells().flatMap(\.values)
        #expect(read == Set(cells.flatMap(\.keys)))
    }

    @Test("A change has the cells of all known columns but ID, source, and distance from a reader")
    func cells() async throws {
        let messages = try await Self.messages()
        let cells = try messages.cells()
        #expect(cells.count == Self.vehicles.count)
        let columns = VehicleColumn.allCases.filter {
            ![.id, .code, .name, .source, .distance, .region].contains($0)
        }
        for cells in cells { #expect(Set(cells.keys) == Set(columns.map(\.rawValue))) }
        #expect(cells.allSatisfy { $0["type"]?["text"] as? String == "Red Rocket" })
        let low = try #require(cells.first { $0["battery"]?["text"] as? String == "~15.2%" })
        #expect(low["battery"]?["tone"] as? String == "bad")
    }

    @Test("The style sheet has a class for each tone, and the icons one for each state")
    func classes() throws {
        let style = try #require(WebFile.all.first { $0.path == "assets/fleet.css" }).text
        let icons = try #require(WebFile.all.first { $0.path == "assets/icons.svg" }).text
        for tone in [Tone.good, .warning, .bad, .muted] {
            #expect(style.contains(".\(tone.rawValue) { color: var(--\(tone.rawValue)); }"))
        }
        for state in VehicleState.allCases.map(\.rawValue) + ["gone"] {
            #expect(icons.contains("id=\"state-\(state)\""))
        }
    }

    @Test("A page has a title and a cell for each column of its list")
    func page() async throws {
        let server = try await ServedTeam([("demo", Self.vehicles)])
        let ana = try await server.visitor("ana")
        for (target, hasDistance) in [("/", false), ("/?near=48,2", true)] {
            let page = try await ana.get(target).text
            for column in VehicleTableContext.columns(
                in: ListContents([], hasDistance: hasDistance))
            {
                #expect(page.contains("scope=\"col\" class=\"c-\(column.rawValue)"))
                #expect(page.contains("data-f=\"\(column.rawValue)\""))
            }
            #expect(page.contains(">~15.2%</span>"))
        }
    }
}
