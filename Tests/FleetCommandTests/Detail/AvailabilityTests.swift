import FleetTestSupport
import Testing

@Suite("A vehicle has the times when it is free", .slots)
struct AvailabilityTests {
    private static let discovery = """
        {"data":{"feeds":[{"name":"vehicle_status","url":"vehicles.json"},
        {"name":"vehicle_availability","url":"free.json"}]}}
        """
    private static let vehicles = """
        {"ttl":600,"version":"3.1","data":{"vehicles":[{"vehicle_id":"a","station_id":"s"},
        {"vehicle_id":"b","station_id":"s"},{"vehicle_id":"c","station_id":"s"}]}}
        """
    private static let free = """
        {"version":"3.1","data":{"vehicles":[{"vehicle_id":"a","station_id":"s","availabilities":[
        {"from":"2020-01-01T08:00:00Z","until":"2020-01-01T09:00:00Z"},
        {"from":"2020-01-01T08:00:00Z","until":"2126-01-31T12:00:00Z"},
        {"from":"2126-02-01T12:00:00Z"}]},{"vehicle_id":"b","station_id":"s","availabilities":[]}]}}
        """

    @Test("in the detail and its JSON, from the feed and from the store")
    func detail() async throws {
        let home = try FleetHome()
        try home.write(Self.vehicles, to: "vehicles.json")
        try home.write(Self.free, to: "free.json")
        let path = try home.write(Self.discovery, to: "gbfs.json")
        let server = try TestServer { _, request in
            switch request.target {
            case "/vehicles.json": .text(Self.vehicles)
            case "/free.json": .text(Self.free)
            default: .text(Self.discovery)
            }
        }
        for source in [path, server.address("/gbfs.json")] {
            let text = try await home.run("detail", "a", "--source", source).succeeded().text
            #expect(try text.contains(Regex("free +until 2126-01-31")), "\(text)")
            #expect(try text.contains(Regex("free +from 2126-02-01")), "\(text)")
            #expect(!text.contains("2020-"))
            let json = try await home.run("detail", "a", "--source", source, "--json").succeeded()
            #expect(
                try await Tool.jq(".availabilities | [length, .[0].until, .[1].until]", json.data)
                    == [#"[2,"2126-01-31T12:00:00Z",null]"#])
            let none = try await home.run("detail", "b", "--source", source).succeeded().text
            #expect(try none.contains(Regex("free +at no announced time")), "\(none)")
            let other = try await home.run("detail", "c", "--source", source).succeeded().text
            #expect(!other.contains("free"))
        }
        #expect(server.requests.count { $0.target == "/free.json" } == 1)
    }
}
