import FleetTestSupport
import Testing

@Suite(
    "A filter for a value that the source does not have is an error that names the nearest", .slots)
struct UnknownValueTests {
    private static let discovery = """
        {"data":{"feeds":[{"name":"vehicle_status","url":"vehicles.json"},
        {"name":"vehicle_types","url":"types.json"},{"name":"geofencing_zones","url":"zones.json"},
        {"name":"station_information","url":"stations.json"},
        {"name":"station_status","url":"status.json"}]}}
        """
    private static let vehicles = """
        {"ttl":600,"data":{"vehicles":[{"vehicle_id":"a","lat":48.5,"lon":2.5,
        "vehicle_type_id":"Mini-7","station_id":"dock-1"},{"vehicle_id":"b","lat":60,"lon":4,
        "vehicle_type_id":"mauve"}]}}
        """
    private static let types = """
        {"data":{"vehicle_types":[{"vehicle_type_id":"Mini-7","form_factor":"moped",
        "propulsion_type":"electric","name":"Hopper","color":"red"},
        {"vehicle_type_id":"mauve","form_factor":"moped","propulsion_type":"electric",
        "color":"Heliotrope"},{"vehicle_type_id":"spare","form_factor":"bicycle",
        "propulsion_type":"human"}]}}
        """
    private static let zones = """
        {"data":{"geofencing_zones":{"features":[{"properties":{"name":"Center"},
        "geometry":{"type":"MultiPolygon","coordinates":[[[[2,48],[3,48],[3,49],[2,49],[2,48]]]]}},
        {"properties":{"name":"Harbor"},"geometry":{"type":"MultiPolygon",
        "coordinates":[[[[12,48],[13,48],[13,49],[12,49],[12,48]]]]}}]}}}
        """
    private static let stations = """
        {"data":{"stations":[{"station_id":"dock-1","name":"One","lat":48.5,"lon":2.5},
        {"station_id":"dock-2","name":"Old Market","lat":48.6,"lon":2.5}]}}
        """
    private static let status = """
        {"data":{"stations":[{"station_id":"dock-1","num_bikes_available":1},
        {"station_id":"dock-2","num_bikes_available":0}]}}
        """

    private func home() throws -> (FleetHome, source: String) {
        let home = try FleetHome()
        try home.write(Self.vehicles, to: "vehicles.json")
        try home.write(Self.types, to: "types.json")
        try home.write(Self.zones, to: "zones.json")
        try home.write(Self.stations, to: "stations.json")
        try home.write(Self.status, to: "status.json")
        return (home, try home.write(Self.discovery, to: "gbfs.json"))
    }

    static let misspelt = [
        ("--zone", "Centre", "no zone Centre in", "did you mean Center?"),
        ("--color", "gren", "no vehicle of SOURCE has had the color gren", "did you mean green"),
        ("--type", "Miny-7", "no vehicle type Miny-7 in", "did you mean Mini-7?"),
        ("--station", "dock-3", "no station dock-3 in", "did you mean dock-"),
        ("--station", "old market", "no station old market in", "did you mean dock-2"),
        ("--region", "West", "no region West in", "the source has no regions; leave out --region"),
    ]

    @Test("in each command that filters vehicles", arguments: misspelt)
    func commands(option: String, value: String, message: String, hint: String) async throws {
        let (home, source) = try home()
        let commands = [
            ["list"], ["list", "--format", "json"], ["count"], ["map"],
            ["labels", "--out", home.path(of: "labels.pdf")],
            ["watch", "--events", "--count", "1"],
            ["view", "save", "mine"],
        ]
        for command in commands {
            let run = try await home.run(command + [option, value, "--source", source])
            #expect(run.status == 66, "\(command)")
            #expect(
                run.errorText.contains(message.replacing("SOURCE", with: source)),
                "\(command): \(run.errorText)")
            #expect(run.errorText.contains("hint: " + hint), "\(command): \(run.errorText)")
            #expect(run.text.isEmpty, "\(command)")
        }
        let views = try await home.run("view", "list", "--json").succeeded()
        #expect(!views.text.contains("mine"))
    }

    @Test("in reports, limits and checks of a recorded source")
    func recorded() async throws {
        let (home, source) = try home()
        try await home.run("source", "add", "oslo", source, "--history", "30d").succeeded()
        let limit = ["limit", "add", "cap", "--indicator", "vehicle_cap", "--at-most", "9"]
        let commands = [
            ["report", "--zone", "Centre"], limit + ["--zone", "Centre"],
            ["source", "edit", "oslo", "--check-zone", "Centre"],
            ["check", "--for", "1m", "--zone", "Centre"],
        ]
        for command in commands {
            let run = try await home.run(command)
            #expect(run.status == 66, "\(command): \(run.errorText)")
            #expect(run.errorText.contains("no zone Centre in oslo"), "\(run.errorText)")
            #expect(run.errorText.contains("did you mean Center?"), "\(command)")
        }
        let type = try await home.run(limit + ["--type", "Miny-7"])
        #expect(type.status == 66 && type.errorText.contains("did you mean Mini-7?"))
        try await home.run(limit + ["--type", "cargo-bike"]).succeeded()
    }

    static let valid = [
        ("--zone", "HARBOR", "0"), ("--color", "green", "0"), ("--color", "light-green", "0"),
        ("--color", "heliotrope", "1"), ("--color", "unknown", "0"), ("--color", "all", "2"),
        ("--type", "spare", "0"), ("--type", "hopper", "1"), ("--type", "cargo-bike", "0"),
        ("--type", "cargo", "0"), ("--type", "hydrogen_fuel_cell", "0"),
        ("--type", "electric", "2"),
        ("--station", "dock-2", "0"), ("--station", "dock-1", "1"),
    ]

    @Test("but not for one that exists or is usual, and selects nothing", arguments: valid)
    func existing(option: String, value: String, count: String) async throws {
        let (home, source) = try home()
        let run = try await home.run("count", option, value, "--source", source)
        #expect(run.succeeded().text == count + "\n")
    }

    @Test("unless one of several sources has it")
    func severalSources() async throws {
        let (home, source) = try home()
        let other = try home.write(
            #"{"vehicles":[{"color":"blue","identificationCode":"x"}]}"#, to: "other.json")
        let both = ["--source", source, "--source", other]
        #expect(try await home.run(["count", "--zone", "center"] + both).succeeded().status == 0)
        let none = try await home.run(["count", "--zone", "Centre"] + both)
        #expect(none.status == 66 && none.errorText.contains("did you mean Center?"))
    }

    @Test("A view whose zone is gone from the feed warns, and lists nothing")
    func view() async throws {
        let (home, source) = try home()
        try await home.run("view", "save", "mine", "--zone", "Harbor", "--source", source)
            .succeeded()
        try home.write(Self.zones.replacing("Harbor", with: "Port"), to: "zones.json")
        let list = try await home.run("list", "--view", "mine", "--source", source).succeeded()
        #expect(list.errorText.contains("warning: the saved filter: no zone Harbor in"))
        let typed = try await home.run(
            "list", "--view", "mine", "--color", "gren", "--source", source)
        #expect(typed.status == 66)
    }
}
