import FleetTestSupport
import Testing

@Suite("Stations show, export and are selected by the vehicle types that are available", .slots)
struct SiteTypeTests {
    private static let discovery = """
        {"version":"3.0","data":{"feeds":[{"name":"station_information","url":"information.json"},
        {"name":"station_status","url":"status.json"},{"name":"vehicle_types","url":"types.json"}]}}
        """
    private static let types = """
        {"data":{"vehicle_types":[{"vehicle_type_id":"hopper","form_factor":"scooter_standing",
        "propulsion_type":"electric","name":[{"text":"E-Scooter","language":"en"}]},
        {"vehicle_type_id":"cargo","form_factor":"cargo_bicycle","propulsion_type":"human"}]}}
        """
    private static let status = """
        {"data":{"stations":[
        {"station_id":"a","num_vehicles_available":4,"num_docks_available":6,
        "vehicle_types_available":[{"vehicle_type_id":"hopper","count":3},
        {"vehicle_type_id":"cargo","count":1}],"vehicle_docks_available":
        [{"vehicle_type_ids":["hopper","cargo"],"count":6}]},
        {"station_id":"b","num_vehicles_available":2,"vehicle_types_available":
        [{"vehicle_type_id":"hopper","count":2},{"vehicle_type_id":"cargo","count":0}]},
        {"station_id":"c","num_vehicles_available":1,"vehicle_types_available":
        [{"vehicle_type_id":"unlisted","count":1}]},{"station_id":"d"}]}}
        """

    private func home(_ status: String = status) async throws -> FleetHome {
        let home = try FleetHome()
        try home.write(Self.discovery, to: "gbfs.json")
        try home.write(Self.types, to: "types.json")
        try home.write(
            #"{"data":{"stations":[{"station_id":"a","name":"Quay"},{"station_id":"b"}]}}"#,
            to: "information.json")
        try home.write(status, to: "status.json")
        try await home.run("source", "add", "town", "gbfs.json", "--no-check").succeeded()
        try await home.run("source", "use", "town").succeeded()
        return home
    }

    @Test(
        "a type is an ID, a name, a form factor or a propulsion of which a vehicle is available",
        arguments: [
            ("hopper", "ab"), ("e-scooter", "ab"), ("scooter", "ab"), ("electric", "ab"),
            ("cargo", "a"), ("cargo bike", "a"), ("human", "a"), ("CARGO,unlisted", "ac"),
            ("moped", ""), ("unlisted", "c"),
        ])
    func selection(type: String, expected: String) async throws {
        let list = try await home().run("site", "list", "--json", "--type", type).succeeded()
        #expect(try await Tool.jq(".sites[].station_id", list.data).joined() == expected)
        #expect(list.errorText == "")
    }

    @Test("an unknown type is an error that names the nearest; the past has no types")
    func refused() async throws {
        let home = try await home()
        try await home.run("site", "list", "--type", "hoper").failed(
            66, "no vehicle type hoper in town", "did you mean hopper?")
        try await home.run("site", "list", "--type", "hopper", "--at", "12:00").failed(
            64, "--type cannot be used with --at", "run `fleet site list --help`")
    }

    @Test("where no station has counts by type, a warning says so")
    func uncounted() async throws {
        let home = try await home(#"{"data":{"stations":[{"station_id":"a"}]}}"#)
        let list = try await home.run("site", "list", "--type", "scooter", "--json").succeeded()
        #expect(
            list.errorText.contains("town does not say which vehicle types are at its stations"))
        #expect(try await Tool.jq(".sites", list.data) == ["[]"])
        let csv = try await home.run("site", "list", "--format", "csv").succeeded()
        #expect(!csv.text.contains("vehicle_types_available"))
    }

    @Test("exports have the counts as in GBFS, and CSV as text")
    func exports() async throws {
        let home = try await home()
        let filter = ".vehicle_types_available, .vehicle_docks_available"
        let expected = [
            #"[{"vehicle_type_id":"hopper","count":3},{"vehicle_type_id":"cargo","count":1}]"#,
            #"[{"vehicle_type_ids":["hopper","cargo"],"count":6}]"#,
        ]
        let list = try await home.run("site", "list", "--json").succeeded()
        #expect(try await Tool.jq(".sites[0] | " + filter, list.data) == expected)
        let has = #".sites[3] | has("vehicle_types_available")"#
        #expect(try await Tool.jq(has, list.data) == ["false"])
        let show = try await home.run("site", "show", "a", "--format", "json").succeeded()
        #expect(try await Tool.jq(".site | " + filter, show.data) == expected)
        let map = try await home.run("site", "list", "--format", "geojson").succeeded()
        #expect(try await Tool.jq(".features[0].properties | " + filter, map.data) == expected)
        let csv = try await home.run(
            "site", "list", "--format", "csv", "--fields",
            "station_id,vehicle_types_available,vehicle_docks_available"
        ).succeeded()
        #expect(
            csv.lines == [
                "station_id,vehicle_types_available,vehicle_docks_available",
                "a,hopper:3 cargo:1,hopper+cargo:6", "b,hopper:2 cargo:0,", "c,unlisted:1,", "d,,",
            ])
        let whole = try await home.run("site", "list", "--format", "csv").succeeded()
        #expect(whole.lines[0].contains("num_docks_available,vehicle_types_available,"))
    }

    @Test("a site and the table show the types by name, without those that are not there")
    func shown() async throws {
        let home = try await home()
        let show = try await home.run("site", "show", "a").succeeded().lines
        #expect(show.contains("available      4 (3 E-Scooter, 1 cargo bicycle)"), "\(show)")
        #expect(show.contains("free docks     6 (6 E-Scooter/cargo bicycle)"), "\(show)")
        let table = try await home.run("site", "list").succeeded().lines
        #expect(table[0].contains("AVAILABLE"))
        #expect(table[2].contains("2 E-Scooter") && !table[2].contains("cargo"))
    }
}
