import FleetTestSupport
import Testing

@Suite("Sites are selected, sorted and found by name; a source may have stations only", .slots)
struct SiteSelectionTests {
    /// Stations without vehicles in one feed, as an operator of docked bikes without
    /// `free_bike_status` publishes them.
    private static let stations = """
        {"last_updated":1763640000,"ttl":60,"version":"2.3","data":{"stations":[
        {"station_id":"a","name":"Quay","lat":59.91,"lon":10.7,"capacity":4},
        {"station_id":"b","name":"Market","lat":59.92,"lon":10.7,"capacity":4},
        {"station_id":"c","name":"Old Market","lat":59.93,"lon":10.7,"capacity":4},
        {"station_id":"d"}]}}
        """
    private static let status = """
        {"last_updated":1763640000,"ttl":60,"version":"2.3","data":{"stations":[
        {"station_id":"a","num_bikes_available":0,"num_docks_available":4},
        {"station_id":"b","num_bikes_available":4,"num_docks_available":0},
        {"station_id":"c","num_bikes_available":1,"num_docks_available":3}]}}
        """

    private func home() async throws -> FleetHome {
        let home = try FleetHome()
        try home.write(Self.stations, to: "station_information.json")
        try home.write(Self.status, to: "station_status.json")
        let feeds = ["station_information", "station_status"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }.joined(separator: ",")
        try home.write(
            #"{"version":"2.3","ttl":60,"data":{"en":{"feeds":[\#(feeds)]}}}"#, to: "gbfs.json")
        try await home.run("source", "add", "docks", "gbfs.json").succeeded()
        try await home.run("source", "use", "docks").succeeded()
        return home
    }

    @Test(
        "Options select and sort sites",
        arguments: [
            ("", "abcd"), ("--search market", "bc"), ("--search market*", "b"),
            ("--search *market", "bc"), ("--empty", "a"), ("--full", "b"),
            ("--near 59.925,10.7", "bcad"), ("--near 59.925,10.7 --within 600m", "bc"),
            ("--sort vehicles", "acbd"), ("--sort vehicles --reverse", "bcad"),
            ("--sort docks --limit 2", "bc"), ("--sort name", "bcad"), ("--reverse", "dcba"),
            ("--limit 0", ""),
        ])
    func selection(options: String, expected: String) async throws {
        let words = options.split(separator: " ").map(String.init)
        let list = try await home().run(["site", "list", "--json"] + words).succeeded()
        #expect(try await Tool.jq(".sites[].station_id", list.data).joined() == expected)
    }

    @Test(
        "A station that is not installed is neither empty nor full; service is shown"
    )
    func service() async throws {
        let home = try await home()
        func site(_ id: String, _ installed: Bool, _ renting: Bool, _ returning: Bool) -> String {
            """
            {"station_id":"\(id)","num_bikes_available":0,"num_docks_available":0,
            "is_installed":\(installed),"is_renting":\(renting),"is_returning":\(returning)}
            """
        }
        let rows = [
            site("a", false, false, false), site("b", true, false, true),
            site("c", true, true, false), site("d", true, false, false),
        ]
        try home.write(
            #"{"data":{"stations":[\#(rows.joined(separator: ","))]}}"#, to: "station_status.json")
        for option in ["--empty", "--full"] {
            let list = try await home.run("site", "list", "--json", option).succeeded()
            #expect(try await Tool.jq(".sites[].station_id", list.data).joined() == "bcd")
        }
        let table = try await home.run("site", "list").succeeded().lines
        for (line, text) in zip(
            table.dropFirst(), ["not installed", "no rentals", "no returns", "closed"])
        {
            #expect(line.contains(text))
        }
        let count = try await home.run("count", "--format", "csv").succeeded().lines
        #expect(
            count == [
                "stations,vehicles,docks,empty,full,not_installed,not_renting,not_returning",
                "4,0,0,3,3,1,2,2",
            ])
        let map = try await home.run("map", "--plain").succeeded().text
        #expect(map.contains("Quay, not installed") && map.contains("Market, no rentals"))
    }

    @Test("The table has the distances, and its header the number of selected sites")
    func table() async throws {
        let list = try await home().run("site", "list", "--near", "59.91,10.7", "--limit", "2")
        #expect(list.succeeded().lines[0].contains("DISTANCE"))
        #expect(list.lines[2].contains("1.1 km"))
        #expect(list.errorText.contains("2 of 4 sites"))
    }

    @Test("With --near, exports have the distance")
    func distanceField() async throws {
        let near = ["site", "list", "--near", "59.91,10.7", "--limit", "2"]
        let json = try await home().run(near + ["--json"]).succeeded()
        let distances = try await Tool.jq(".sites[].distance_meters", json.data)
        #expect(distances.count == 2 && Double(distances[1]).map { (1000..<1200) ~= $0 } ?? false)
        let csv = try await home().run(
            near + ["--format", "csv", "--fields", "distance_meters", "--no-header"]
        ).succeeded()
        #expect(csv.lines == distances)
        let geojson = try await home().run(near + ["--format", "geojson"]).succeeded()
        #expect(
            try await Tool.jq(".features[].properties.distance_meters", geojson.data) == distances)
        let bare = try await home().run("site", "list", "--format", "csv").succeeded()
        #expect(!bare.text.contains("distance_meters"))
    }

    @Test("A site is found by its name, or by a unique part of it")
    func names() async throws {
        let home = try await home()
        for (name, id) in [("quay", "a"), ("Market", "b"), ("old m", "c")] {
            let show = try await home.run("site", "show", name).succeeded()
            #expect(show.lines.first == "id             \(id)")
        }
        try await home.run("site", "show", "mark").failed(
            66, "'mark' matches several sites", "give the full ID: b, c")
    }

    @Test("Without sites or vehicles, no hint names a search for them")
    func nothingToSearch() async throws {
        let home = try await FleetHome.town(#"{"vehicles":[]}"#, ["--ids", "stable"])
        try await home.run("site", "show", "x").failed(
            66, "town has no sites",
            "use a source with depots or stations, such as a GBFS system")
        try await home.run("detail", "x").failed(
            66, "no vehicle x in town", "the feed has no vehicles right now; try again later")
    }

    @Test(
        "Options that need --near are refused without it",
        arguments: [
            ("--within 5m", "--within needs --near LAT,LON"),
            ("--sort distance", "--sort distance needs --near LAT,LON"),
            ("--limit=-1", "--limit must be 0 or more"),
            (
                "--fields distance_meters",
                "--fields distance_meters needs --near, the location to measure from"
            ),
        ])
    func refused(options: String, cause: String) async throws {
        let words = options.split(separator: " ").map(String.init)
        try await FleetHome().run(["site", "list"] + words)
            .failed(64, cause, "run `fleet site list --help`")
    }

    @Test("list and refresh show the stations of a source without vehicles, and say so")
    func stationsOnly() async throws {
        let home = try await home()
        for _ in 0..<2 {
            let list = try await home.run("list").succeeded()
            #expect(list.lines.count == 5 && list.text.contains("Quay"))
            #expect(
                list.errorText.hasPrefix(
                    "docks has no vehicles; these are its stations (`fleet site list`)\n"))
        }
        let limited = try await home.run("list", "--reverse", "--limit", "2").succeeded()
        #expect(limited.lines.dropFirst().map { $0.prefix(1) } == ["d", "c"])
        let near = try await home.run("list", "--near", "59.92,10.7", "--search", "mark")
        #expect(near.succeeded().lines.dropFirst().map { $0.prefix(1) } == ["b", "c"])
        let byID = try await home.run("list", "--near", "59.92,10.7", "--sort", "id")
        #expect(byID.succeeded().lines.dropFirst().map { $0.prefix(1) } == ["a", "b", "c", "d"])
        let refresh = try await home.run("refresh").succeeded()
        #expect(refresh.text.hasPrefix("docks: 4 sites ("))
        for line in ["detail X", "labels --out \(home.path)/a/", "favorite add X"] {
            let words = line.split(separator: " ").map(String.init)
            let run = try await home.run(words + ["--source", "docks"])
            #expect(run.status == 65)
            #expect(run.errorLines.last?.hasPrefix("hint: run `fleet site list") == true)
        }
    }

    @Test(
        "The machine formats of a source without vehicles have none, and warn",
        arguments: [
            ("json", ".vehicles | length", "0"), ("geojson", ".features | length", "0"),
            ("gbfs", ".data.vehicles | length", "0"), ("ndjson", "", nil), ("csv", "", nil),
        ])
    func stationsOnlyInMachineFormats(format: String, filter: String, length: String?) async throws
    {
        let home = try await home()
        for options in [[], ["--color", "red", "--sort", "battery"]] {
            let list = try await home.run(["list", "--format", format] + options).succeeded()
            #expect(
                list.errorText
                    == "warning: docks has no vehicles; `fleet site list` writes its stations\n")
            if let length {
                #expect(try await Tool.jq(filter, list.data) == [length])
            } else {
                #expect(list.lines.count == (format == "csv" ? 1 : 0))
            }
        }
    }

    @Test("A map of stations has those that match the filter")
    func filteredMap() async throws {
        let home = try await home()
        func stations(_ options: String...) async throws -> [String] {
            let map = try await home.run(["map", "--plain"] + options).succeeded()
            return ["Quay", "Market", "Old Market"].filter(map.text.contains)
        }
        #expect(try await stations().contains("Quay"))
        #expect(try await stations("--search", "quay") == ["Quay"])
        #expect(
            try await stations("--near", "59.925,10.7", "--within", "600m").contains("Quay")
                == false)
    }

    @Test(
        "Options for vehicles are refused for stations",
        arguments: [
            "list --color red", "list --type x", "list --state available", "list --min-battery 5",
            "list --max-range 5km", "list --idle 5h", "list --station a", "list --favorites",
            "list --bbox 1,1,2,2", "list --sort battery", "list --fields vehicle_id",
            "map --color red", "count --by type", "count --state reserved", "count --search Quay",
        ])
    func vehicleOptions(line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let option = words[1] == "--sort" ? "--sort battery" : words[1]
        try await home().run(words).failed(
            64, "docks has only stations, so \(option) cannot be used",
            "`fleet site list` has options for stations")
    }

    @Test(
        "A watch of vehicles ends, and names the one of stations", arguments: ["table", "ndjson"])
    func watch(format: String) async throws {
        let home = try await home()
        try await home.run("watch", "--format", format).failed(
            65, "\(home.path)/gbfs.json: this feed has stations but no vehicles",
            "run `fleet site watch` to watch the stations")
    }

    @Test("A watch of stations without sensors says why it prints no values")
    func siteWatch() async throws {
        let watch = try await home().run("site", "watch", "--count", "1").succeeded()
        #expect(watch.text.isEmpty)
        #expect(watch.errorText.contains("no sensors, so there are no values to print"))
        let json = try await home().run("site", "watch", "--count", "1", "--format", "ndjson")
        #expect(!json.succeeded().errorText.contains("no sensors"))
    }

    @Test("A vehicle ID is not found among stations, in any format")
    func idOfStations() async throws {
        let home = try await home()
        for format in ["table", "json"] {
            try await home.run("list", "X", "--format", format).failed(
                66, "no vehicle X in docks, which has only stations",
                "run `fleet site list` to see the stations")
        }
    }

    @Test("count counts stations, their vehicles and docks, and empty and full stations")
    func counts() async throws {
        let home = try await home()
        for _ in 0..<2 {
            let count = try await home.run("count").succeeded()
            #expect(
                count.text == """
                    STATIONS  VEHICLES  DOCKS  EMPTY  FULL
                           4         5      7      1     1

                    """)
            #expect(
                count.errorText.hasPrefix(
                    "docks has no vehicles; this counts its stations (`fleet site list`)\n"))
        }
        let json = try await home.run("count", "--json").succeeded()
        #expect(
            try await Tool.jq(".counts[0] | [.stations,.vehicles,.docks,.empty,.full]", json.data)
                .joined() == "[4,5,7,1,1]")
        let csv = try await home.run("count", "--format", "csv", "--fields", "full,stations")
        #expect(csv.succeeded().lines == ["full,stations", "1,4"])
    }

    @Test("A vehicle document without vehicles is an empty fleet, also beside stations")
    func emptyFleet() async throws {
        let home = try await home()
        let feeds = ["free_bike_status", "station_information", "station_status"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }.joined(separator: ",")
        try home.write(
            #"{"version":"2.3","ttl":0,"data":{"en":{"feeds":[\#(feeds)]}}}"#, to: "empty.json")
        try home.write(
            #"{"last_updated":1763640000,"ttl":0,"version":"2.3","data":{"bikes":[]}}"#,
            to: "free_bike_status.json")
        let list = try await home.run("list", "--source", "empty.json", "--color", "red")
        #expect(list.succeeded().text == "" && list.errorText.contains("0 of 0 vehicles"))
        #expect(
            try await home.run("count", "--source", "empty.json").succeeded().text == "0\n")
    }

    @Test("map draws the stations of a source without vehicles, also as an image")
    func stationsOnMap() async throws {
        let home = try await home()
        for _ in 0..<2 {
            let map = try await home.run("map", "--size", "60x12").succeeded()
            #expect(map.text.count { $0 == "⌂" } == 3)
            for name in ["Quay", "Market", "Old Market"] { #expect(map.text.contains(name)) }
            #expect(
                map.errorText.contains(
                    "docks has no vehicles; the map shows its stations (`fleet site list`)\n"))
            #expect(map.errorText.contains("4 sites"))
            #expect(map.errorLines.last == "1 site has no location")
        }
        let bare = try await home.run(
            "map", "--size", "60x12", "--source", "gbfs.json", "--near", "59.9,10.6")
        #expect(bare.succeeded().text.contains("✕"))
        #expect(bare.errorText.contains("(`fleet site list --source \(home.path)/gbfs.json`)"))
        let path = home.path(of: "map.png")
        let image = try await home.run("map", "--png", path, "--size", "400x300").succeeded()
        #expect(image.errorLines.contains("wrote \(path): 400 × 300 px"))
        #expect(image.errorText.contains("the map shows its stations"))
    }

    @Test("A document with sites alone works like a system of stations")
    func sitesAlone() async throws {
        let home = try FleetHome()
        try home.write(
            #"{"sites":[{"id":"a","name":"Depot","lat":59.9,"lon":10.7}]}"#, to: "sites.json")
        let add = try await home.run("source", "add", "s", "sites.json").succeeded()
        #expect(add.errorLines[1].hasSuffix(", no vehicles, 1 site"), "\(add.errorText)")
        #expect(try await home.run("refresh").succeeded().text.hasPrefix("s: 1 site"))
        for command in ["list", "map"] {
            let shown = try await home.run(command).succeeded()
            #expect(shown.text.contains("Depot") && shown.errorText.contains("s has no vehicles"))
        }
    }

    @Test("A document without vehicles and sites fails with its own error, also during back-off")
    func neither() async throws {
        let home = try FleetHome()
        try home.write("{}", to: "feed.json")
        try await home.run("source", "add", "s", "feed.json", "--no-check").succeeded()
        for command in ["list", "map", "list"] {
            let run = try await home.run(command)
            #expect(run.status == 65)
            #expect(
                run.errorLines.first
                    == "error: \(home.path)/feed.json: no vehicles found in any supported format")
        }
    }
}
