import FleetTestSupport
import Testing

@Suite("Vehicles are counted by zone", .slots)
struct ZoneCountTests {
    private static let zones = """
        {"data":{"geofencing_zones":{"features":[
        {"properties":{"name":"Dock"},"geometry":{"type":"Polygon",
        "coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}},
        {"properties":{"name":"City"},"geometry":{"type":"MultiPolygon",
        "coordinates":[[[[1,47],[5,47],[5,50],[1,50],[1,47]]]]}}]}}}
        """
    private static let vehicles = """
        {"ttl":600,"data":{"bikes":[{"bike_id":"a","lat":48.5,"lon":2.5},{"bike_id":"b","lat":48.5,"lon":4},
        {"bike_id":"c","lat":48.6,"lon":4.1},{"bike_id":"d","lat":60,"lon":4},{"bike_id":"e"}]}}
        """
    private static let discovery = """
        {"data":{"en":{"feeds":[{"name":"free_bike_status","url":"free_bike_status.json"},
        {"name":"geofencing_zones","url":"geofencing_zones.json"}]}}}
        """

    private func serve(_ zones: TestServer.Response) throws -> TestServer {
        try TestServer { _, request in
            switch request.target {
            case "/geofencing_zones.json": zones
            case "/free_bike_status.json": .text(Self.vehicles)
            default: .text(Self.discovery)
            }
        }
    }

    @Test("each for the first zone that contains it, with the vehicles outside of all")
    func files() async throws {
        let home = try FleetHome()
        try home.write(Self.zones, to: "geofencing_zones.json")
        try home.write(Self.vehicles, to: "free_bike_status.json")
        let path = try home.write(Self.discovery, to: "gbfs.json")
        let table = try await home.run("count", "--by", "zone", "--source", path).succeeded()
        #expect(
            table.lines == [
                "ZONE     VEHICLES", "City            2", "Dock            1", "outside         1",
                "unknown         1",
            ])
        let json = try await home.run("count", "--by", "zone,state", "--source", path, "--json")
        #expect(
            try await Tool.jq(".counts[0] | [.zone, .state, .count]", json.succeeded().data)
                == [#"["City","unknown",2]"#])
    }

    @Test("the simulated fleet has zones, whose counts are those of their rectangles")
    func simulation() async throws {
        let source = "sim://?vehicles=300&now=2026-01-31T12:00:00Z"
        let home = try FleetHome()
        let counts = try await home.run("count", "--by", "zone", "--source", source, "--json")
            .succeeded()
        let center = "48.844417,2.328319,48.862383,2.369281"
        let inside = try await home.run("list", "--bbox", center, "--source", source, "--json")
            .succeeded()
        #expect(
            try await Tool.jq(#".counts[] | select(.zone == "Center") | .count"#, counts.data)
                == ["\(inside.ids.count)"])
        #expect(try await Tool.jq("[.counts[].count] | add", counts.data) == ["300"])
        #expect(
            try await Tool.jq("[.counts[].zone] | sort | join(\", \")", counts.data)
                == ["Center, Left Bank, Right Bank, outside"])
    }

    @Test("a source without zones is an error with a hint, also a document of vehicles alone")
    func none() async throws {
        let home = try FleetHome()
        let path = try home.write(Self.vehicles, to: "free_bike_status.json")
        try await home.run("count", "--by", "zone", "--source", path).failed(
            65, "\(path): this feed has no geofencing zones",
            "use a GBFS gbfs.json of 2.1 or later that lists geofencing_zones, or count by station")
    }

    @Test("zones of a web source are read once and stored, so that they are there offline")
    func web() async throws {
        let (home, server) = (try FleetHome(), try serve(.text(Self.zones)))
        let source = server.address("/gbfs.json")
        for options in [[], ["--offline"]] {
            let table = try await home.run(
                ["count", "--by", "zone", "--source", source] + options
            ).succeeded()
            #expect(table.lines.contains("City            2"))
        }
        let targets = server.requests.map(\.target)
        #expect(targets.count { $0 == "/geofencing_zones.json" } == 1)
        #expect(targets.count { $0 == "/free_bike_status.json" } == 1)
    }

    @Test("zones that cannot be read are a warning, and the vehicles are counted and listed")
    func unavailable() async throws {
        let home = try FleetHome()
        let server = try serve(.status("429 Slow down", "Retry-After: 600"))
        let source = server.address("/gbfs.json")
        let list = try await home.run("list", "--source", source).succeeded()
        #expect(list.errorText.contains("geofencing_zones: "))
        try await home.run("count", "--by", "zone", "--source", source).failed(
            65, "\(source): this feed has no geofencing zones",
            "use a GBFS gbfs.json of 2.1 or later that lists geofencing_zones, or count by station")
    }
}
