import FleetTestSupport
import Testing

@Suite("Vehicles are selected by zone, and told its rules", .slots)
struct ZoneFilterTests {
    private static let discovery = """
        {"data":{"feeds":[{"name":"vehicle_status","url":"vehicles.json"},
        {"name":"geofencing_zones","url":"zones.json"},{"name":"system_alerts","url":"alerts.json"},
        {"name":"system_pricing_plans","url":"plans.json"}]}}
        """
    private static let vehicles = """
        {"ttl":600,"data":{"vehicles":[
        {"vehicle_id":"a","lat":48.5,"lon":2.5,"vehicle_type_id":"bike","pricing_plan_id":"p"},
        {"vehicle_id":"b","lat":48.5,"lon":4},{"vehicle_id":"c","lat":60,"lon":4},
        {"vehicle_id":"d"}]}}
        """
    private static let zones = """
        {"data":{"global_rules":[{"ride_start_allowed":true,"ride_end_allowed":false,
        "ride_through_allowed":true}],"geofencing_zones":{"features":[
        {"properties":{"name":"Dock","rules":[{"vehicle_type_ids":["bike"],"ride_start_allowed":true,
        "ride_end_allowed":true,"ride_through_allowed":true,"maximum_speed_kph":6}]},
        "geometry":{"type":"MultiPolygon","coordinates":[[[[2,48],[3,48],[3,49],[2,49],[2,48]]]]}},
        {"properties":{"name":"City"},"geometry":{"type":"MultiPolygon",
        "coordinates":[[[[1,47],[5,47],[5,50],[1,50],[1,47]]]]}}]}}}
        """
    private static let alerts = """
        {"data":{"alerts":[{"alert_id":"1","type":"OTHER","summary":"Strike \\u001b[31mtoday"}]}}
        """
    private static let plans = """
        {"data":{"plans":[{"plan_id":"p","name":"Ride","currency":"EUR","price":1,
        "per_min_pricing":[{"start":0,"rate":0.2,"interval":1}]}]}}
        """

    private func home() throws -> (FleetHome, source: String) {
        let home = try FleetHome()
        try home.write(Self.vehicles, to: "vehicles.json")
        try home.write(Self.zones, to: "zones.json")
        try home.write(Self.alerts, to: "alerts.json")
        try home.write(Self.plans, to: "plans.json")
        return (home, try home.write(Self.discovery, to: "gbfs.json"))
    }

    @Test("by its name in any case, by several names, and by the areas of a file")
    func names() async throws {
        let (home, source) = try home()
        let file = try home.write(
            #"{"type":"Polygon","coordinates":[[[3.5,48],[4.5,48],[4.5,61],[3.5,61]]]}"#,
            to: "area.geojson")
        for (zones, ids) in [
            (["dock"], ["a"]), (["City"], ["a", "b"]), (["City", "DOCK"], ["a", "b"]),
            ([file], ["b", "c"]), ([file, "Dock"], ["a", "b", "c"]),
        ] {
            let options = zones.flatMap { ["--zone", $0] }
            let list = try await home.run(["list", "--json", "--source", source] + options)
                .succeeded()
            #expect(list.ids == ids, "\(zones)")
        }
        let broken = try home.write("{}", to: "none.geojson")
        try await home.run("list", "--zone", broken, "--source", source).failed(
            65, "\(broken): no list of polygons found",
            "use a vehicles document, a GBFS gbfs.json, one of its vehicle feeds or MDS vehicles")
    }

    @Test("by the rule that holds for its type where it is, with precedence and global rules")
    func rules() async throws {
        let (home, source) = try home()
        for (rules, ids) in [
            (["no-parking"], ["b", "c"]), (["slow"], ["a"]),
            (["slow", "NO_PARKING"], ["a", "b", "c"]),
            (["no-ride"], []), (["station-only"], []),
        ] {
            let options = rules.flatMap { ["--rule", $0] }
            let list = try await home.run(["list", "--json", "--source", source] + options)
                .succeeded()
            #expect(list.ids == ids, "\(rules)")
            let both = try await home.run(
                ["count", "--zone", "City", "--source", source] + options
            ).succeeded()
            #expect(both.lines == ["\(ids.count { $0 != "c" })"], "\(rules)")
        }
        let counts = try await home.run("count", "--by", "rule", "--source", source).succeeded()
        #expect(
            counts.lines == [
                "RULE        VEHICLES", "no-parking         2", "slow               1",
                "unknown            1",
            ])
        try await home.run("list", "--rule", "fast", "--source", source).failed(
            64, "--rule must be one of: no-ride, no-parking, no-start, slow, station-only",
            "run `fleet list --help`")
    }

    @Test("a rule needs a source with zones, but not all of several")
    func withoutZones() async throws {
        let (home, source) = try home()
        let plain = try home.write(#"{"vehicles":[{"id":"x","lat":48,"lon":2}]}"#, to: "plain.json")
        try await home.run("count", "--rule", "slow", "--source", plain).failed(
            66, "\(plain) has no geofencing zones",
            "only a GBFS feed with geofencing_zones has rules; leave out --rule")
        let sources = ["--source", source, "--source", plain]
        let counts = try await home.run(
            ["count", "--rule", "no-parking", "--by", "rule", "--json"] + sources
        ).succeeded()
        #expect(
            try await Tool.jq("[.counts[] | [.rule, .count]]", counts.data)
                == [#"[["no-parking",2]]"#])
    }

    @Test("the detail has the zones, their rules, the price and the notices, also as JSON")
    func detail() async throws {
        let (home, source) = try home()
        let text = try await home.run("detail", "a", "--source", source).succeeded().text
        for line in [
            #"alert +Strike \\u\{1B\}\[31mtoday"#, "zones +Dock, City",
            "rules here +Dock: at most 6 km/h", "overruled +everywhere else: no parking",
            "price +Ride: 1 EUR, 0.20 EUR per min",
        ] {
            #expect(try text.contains(Regex(line)), "\(line) in \(text)")
        }
        let json = try await home.run("detail", "a", "--source", source, "--json").succeeded()
        #expect(
            try await Tool.jq(
                "[.zones, [.zone_rules[] | [.zone, .maximum_speed_kph]], .pricing_plan.text]",
                json.data)
                == [#"[["Dock","City"],[["Dock",6],[null,null]],"1 EUR, 0.20 EUR per min"]"#])
        let other = try await home.run("detail", "b", "--source", source, "--json").succeeded()
        #expect(
            try await Tool.jq(
                "[.zones, [.zone_rules[].ride_end_allowed], .pricing_plan]", other.data)
                == [#"[["City"],[false],null]"#])
    }

    @Test("the header of the list has the notices of the system")
    func notices() async throws {
        let (home, source) = try home()
        let list = try await home.run("list", "--source", source).succeeded()
        #expect(list.errorText.contains(#"Notice: Strike \u{1B}[31mtoday"#))
        let json = try await home.run("list", "--json", "--source", source).succeeded()
        #expect(try await Tool.jq("[.alerts[].alert_id]", json.data) == [#"["1"]"#])
    }
}
