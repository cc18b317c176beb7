import FleetTestSupport
import Testing

@Suite("A vehicle with only a station_id is where its station is", .slots)
struct StationLocationTests {
    private static let vehicles = """
        {"data":{"bikes":[
        {"bike_id":"docked","station_id":"q","is_reserved":0,"is_disabled":0},
        {"bike_id":"free","lat":47.25,"lon":8.5,"is_reserved":0,"is_disabled":0},
        {"bike_id":"lost","station_id":"none","is_reserved":0,"is_disabled":0},
        {"bike_id":"nowhere","station_id":"moving","lat":null,"lon":null},
        {"bike_id":"own","station_id":"q","lat":47.5,"lon":8.75},
        {"bike_id":"zero","station_id":"q","lat":0,"lon":0}]}}
        """
    private static let stations = """
        {"data":{"stations":[{"station_id":"q","name":"Quay","lat":47.5,"lon":8.5},
        {"station_id":"moving","name":"Van"}]}}
        """

    private func home() throws -> (FleetHome, source: String) {
        let home = try FleetHome()
        try home.write(Self.vehicles, to: "free_bike_status.json")
        try home.write(Self.stations, to: "station_information.json")
        let feeds = ["free_bike_status", "station_information"].map {
            #"{"name":"\#($0)","url":"\#($0).json"}"#
        }.joined(separator: ",")
        return (home, try home.write(#"{"data":{"en":{"feeds":[\#(feeds)]}}}"#, to: "gbfs.json"))
    }

    @Test("for distances and exports, which mark it; an unknown station is no location")
    func output() async throws {
        let (home, source) = try home()
        let near = try await home.run(
            "list", "--source", source, "--near", "47.5,8.5", "--within", "100m", "--json")
        #expect(near.succeeded().ids == ["docked", "zero"])
        let json = try await home.run("list", "--source", source, "--json").succeeded()
        #expect(
            try await Tool.jq(
                "[.vehicles[] | .lat, .located_by_station]", json.data)
                == ["[47.5,true,47.25,null,null,null,null,null,47.5,null,47.5,true]"])
        let csv = try await home.run("list", "--source", source, "--format", "csv").succeeded()
        #expect(csv.lines[0].hasPrefix("vehicle_id,lat,lon,located_by_station,"))
        let features = try await home.run("list", "--source", source, "--format", "geojson")
        #expect(
            try await Tool.jq(
                "[.features[].geometry.coordinates | tostring] | sort", features.succeeded().data)
                == [#"["[8.5,47.25]","[8.5,47.5]","[8.5,47.5]","[8.75,47.5]","null","null"]"#])
        let table = try await home.run("list", "--source", source).succeeded()
        #expect(table.lines.count { $0.contains("47.50000, 8.50000 (station)") } == 2)
        let detail = try await home.run("detail", "docked", "--source", source).succeeded().text
        #expect(detail.contains("47.5, 8.5 (of its station)") && detail.contains("Quay (q)"))
    }

    @Test("also for vehicles that are stored, and of a document that has sites beside them")
    func stored() async throws {
        let (home, source) = try home()
        _ = try await home.run("source", "add", "quay", source).succeeded()
        let near = ["--near", "47.5,8.5", "--within", "100m", "--json"]
        let list = try await home.run(["list", "--source", "quay", "--offline"] + near)
        #expect(list.succeeded().ids == ["docked", "zero"])
        let both = try home.write(
            """
            {"sites":[{"station_id":"d","lat":47.5,"lon":8.5}],
            "vehicles":[{"id":"in","station_id":"d"},{"id":"out","station_id":"e"}]}
            """, to: "both.json")
        #expect(
            try await home.run(["list", "--source", both] + near).succeeded().ids == ["in"])
    }

    @Test("counts by station have its name, and its ID, since names are not unique")
    func counts() async throws {
        let (home, source) = try home()
        let count = ["count", "--source", source, "--by", "station"]
        let table = try await home.run(count).succeeded().lines
        #expect(table.contains { $0.hasPrefix("Quay (q) ") && $0.hasSuffix(" 3") })
        #expect(table.contains { $0.hasPrefix("none ") })
        let csv = try await home.run(count + ["--format", "csv"]).succeeded().lines
        #expect(csv.prefix(2) == ["station_id,station,count", "q,Quay,3"])
    }
}
