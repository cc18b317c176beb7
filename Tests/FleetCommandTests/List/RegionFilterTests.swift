import FleetTestSupport
import Testing

@Suite("Vehicles have the regions of their stations, and are selected by them", .slots)
struct RegionFilterTests {
    private static let vehicles = """
        {"ttl":600,"data":{"vehicles":[
        {"vehicle_id":"a","lat":48.5,"lon":2.5,"station_id":"s1"},
        {"vehicle_id":"b","lat":48.5,"lon":4,"station_id":"s2"},
        {"vehicle_id":"c","lat":48.6,"lon":4,"station_id":"s2"},{"vehicle_id":"d"}]}}
        """
    private static let stations = """
        {"data":{"stations":[{"station_id":"s1","name":"One","lat":48.5,"lon":2.5,"region_id":"r1"},
        {"station_id":"s2","name":"Two","lat":48.5,"lon":4,"region_id":"r2"}]}}
        """
    private static let regions = """
        {"data":{"regions":[{"region_id":"r1","name":"Up North"},{"region_id":"r2","name":"South"},
        {"region_id":"r3","name":"East \\u001b[31m"}]}}
        """

    private func home(hasRegions: Bool = true) throws -> (FleetHome, source: String) {
        let home = try FleetHome()
        let names =
            ["vehicle_status", "station_information"] + (hasRegions ? ["system_regions"] : [])
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }.joined(separator: ",")
        try home.write(Self.vehicles, to: "vehicle_status.json")
        try home.write(Self.stations, to: "station_information.json")
        try home.write(Self.regions, to: "system_regions.json")
        return (home, try home.write(#"{"data":{"feeds":[\#(feeds)]}}"#, to: "gbfs.json"))
    }

    @Test("by its name or ID in any case; an unknown one is an error that names the others")
    func filter() async throws {
        let (home, source) = try home()
        for (regions, ids) in [
            (["up NORTH"], ["a"]), (["R2"], ["b", "c"]), (["r1", "south"], ["a", "b", "c"]),
            (["r3"], []),
        ] {
            let options = regions.flatMap { ["--region", $0] }
            let list = try await home.run(["list", "--json", "--source", source] + options)
            #expect(list.succeeded().ids == ids, "\(regions)")
        }
        let count = try await home.run("count", "--region", "south", "--source", source)
        #expect(count.succeeded().text == "2\n")
        for command in ["list", "count", "map"] {
            try await home.run(command, "--region", "West", "--source", source).failed(
                66, "no region West in \(source)",
                #"use one of: East \u{1B}[31m, South, Up North"#)
        }
        try await home.run(
            "watch", "--events", "--region", "West", "--source", source, "--count", "1"
        ).failed(
            66, "no region West in \(source)", #"use one of: East \u{1B}[31m, South, Up North"#)
        let (other, plain) = try self.home(hasRegions: false)
        try await other.run("list", "--region", "South", "--source", plain).failed(
            66, "no region South in \(plain)",
            "the source has no regions; leave out --region")
    }

    @Test("lists, files, the detail and counts have the region, of feeds that have any")
    func output() async throws {
        let (home, source) = try home()
        let table = try await home.run("list", "--source", source).succeeded().lines
        #expect(table[0].contains("REGION") && table[1].contains("Up North"))
        let csv = try await home.run("list", "--format", "csv", "--source", source).succeeded()
            .lines
        #expect(csv[0].contains("station_id,region_id,region"))
        #expect(csv[1].contains("s1,r1,Up North"))
        let json = try await home.run("list", "--json", "--source", source).succeeded()
        #expect(
            try await Tool.jq("[.vehicles[] | .region_id, .region]", json.data)
                == [#"["r1","Up North","r2","South","r2","South",null,null]"#])
        let features = try await home.run(
            "list", "--format", "geojson", "--source", source, "--fields", "id,region"
        ).succeeded()
        #expect(
            try await Tool.jq("[.features[].properties.region]", features.data)
                == [#"["Up North","South","South",null]"#])
        let detail = try await home.run("detail", "a", "--source", source).succeeded().text
        #expect(try detail.contains(Regex("region +Up North")))
        let counts = try await home.run("count", "--by", "region", "--source", source).succeeded()
        #expect(
            counts.lines == [
                "REGION    VEHICLES", "South            2", "Up North         1",
                "-                1",
            ])
        let (other, plain) = try self.home(hasRegions: false)
        let without = try await other.run("list", "--format", "csv", "--source", plain).succeeded()
            .lines
        #expect(!without[0].contains("region"))
        #expect(try await !other.run("list", "--source", plain).succeeded().text.contains("REGION"))
    }

    @Test("sites have them too: in lists, files and the detail, and to select by")
    func sites() async throws {
        let (home, source) = try home()
        let site = { (options: [String]) in
            try await home.run(["site"] + options + ["--source", source])
        }
        let table = try await site(["list"]).succeeded().lines
        #expect(table == ["ID  NAME  REGION", "s1  One   Up North", "s2  Two   South"])
        let csv = try await site(["list", "--format", "csv"]).succeeded().lines
        #expect(csv[0].contains("address,region_id,region,capacity"))
        #expect(csv[2].contains("s2,Two,48.5,4,,r2,South,"))
        for (region, id) in [("south", "s2"), ("R1", "s1")] {
            let json = try await site(["list", "--json", "--region", region]).succeeded()
            #expect(
                try await Tool.jq("[.total, .sites[].station_id]", json.data)
                    == [#"[2,"\#(id)"]"#])
        }
        let shown = try await site(["show", "s", "--region", "South", "--json"]).succeeded()
        #expect(
            try await Tool.jq("[.site.station_id, .site.region_id, .site.region]", shown.data)
                == [#"["s2","r2","South"]"#])
        let detail = try await site(["show", "s1"]).succeeded().text
        #expect(try detail.contains(Regex("region +Up North")))
        for command in [["list"], ["show", "s1"]] {
            try await site(command + ["--region", "West"]).failed(
                66, "no region West in \(source)",
                #"use one of: East \u{1B}[31m, South, Up North"#)
        }
        // Stations may have regions without names.
        let (other, unnamed) = try self.home(hasRegions: false)
        let bare = try await other.run(
            "site", "list", "--region", "R2", "--fields", "region_id,region", "--format", "csv",
            "--source", unnamed)
        #expect(bare.succeeded().lines == ["region_id,region", "r2,"])
        try await other.run("site", "list", "--region", "r9", "--source", unnamed).failed(
            66, "no region r9 in \(unnamed)", "did you mean r1, r2?")
        let plain = try other.write(#"{"sites":[{"site_id":"a"}]}"#, to: "plain.json")
        #expect(
            try await !other.run("site", "list", "--format", "csv", "--source", plain).succeeded()
                .text.contains("region"))
        try await other.run("site", "list", "--region", "South", "--source", plain).failed(
            66, "no region South in \(plain)",
            "the source has no regions; leave out --region")
    }

    @Test("of a web source, offline and in views")
    func web() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, request in
            switch request.target {
            case "/vehicles.json": .text(Self.vehicles)
            case "/stations.json": .text(Self.stations)
            case "/regions.json": .text(Self.regions)
            default:
                .text(
                    """
                    {"data":{"feeds":[{"name":"vehicle_status","url":"vehicles.json"},
                    {"name":"station_information","url":"stations.json"},
                    {"name":"system_regions","url":"regions.json"}]}}
                    """)
            }
        }
        try await home.run("source", "add", "web", server.address("/gbfs.json")).succeeded()
        try await home.run("view", "save", "south", "--region", "South", "--source", "web")
            .succeeded()
        for options in [["--region", "South"], ["--view", "south"]] {
            let list = try await home.run(
                ["list", "--json", "--offline", "--source", "web"] + options)
            #expect(list.succeeded().ids == ["b", "c"])
        }
    }
}
