import FleetTestSupport
import Testing

@Suite("`source show` has the notices, prices, regions and zones of the stored feed", .slots)
struct SourceSystemTests {
    private static let files = [
        "/vehicles.json": """
        {"ttl":600,"data":{"vehicles":[{"vehicle_id":"a","lat":48.5,"lon":2.5,"station_id":"s1"},
        {"vehicle_id":"b","lat":48.5,"lon":2.5,"station_id":"s1"}]}}
        """,
        "/stations.json": """
        {"data":{"stations":[{"station_id":"s1","lat":48.5,"lon":2.5,"region_id":"n"}]}}
        """,
        "/regions.json": """
        {"data":{"regions":[{"region_id":"n","name":"North"},{"region_id":"s","name":"South"}]}}
        """,
        "/plans.json": """
        {"data":{"plans":[{"plan_id":"p","name":"Ride","currency":"EUR","price":1,
        "per_min_pricing":[{"start":0,"rate":0.2,"interval":1}]}]}}
        """,
        "/alerts.json": """
        {"data":{"alerts":[{"alert_id":"1","type":"OTHER","summary":"Strike \\u001b[31mtoday"},
        {"alert_id":"2","summary":"Later","times":[{"start":"2126-01-31T12:00:00Z"}]},
        {"alert_id":"3","summary":"Over","times":[{"start":"2016-01-31T12:00:00Z",
        "end":"2016-02-01T12:00:00Z"}]}]}}
        """,
        "/zones.json": """
        {"data":{"global_rules":[{"maximum_speed_kph":20}],"geofencing_zones":{"features":[
        {"properties":{"name":"Dock","rules":[{"vehicle_type_ids":["bike"],"ride_end_allowed":false},
        {"maximum_speed_kph":6}]},"geometry":{"type":"Polygon",
        "coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}]}}}
        """,
        "/gbfs.json": """
        {"data":{"feeds":[{"name":"vehicle_status","url":"vehicles.json"},
        {"name":"station_information","url":"stations.json"},
        {"name":"geofencing_zones","url":"zones.json"},
        {"name":"system_regions","url":"regions.json"},
        {"name":"system_pricing_plans","url":"plans.json"},
        {"name":"system_alerts","url":"alerts.json"}]}}
        """,
    ]

    @Test("as text and JSON, without a request; a source that was never read has none")
    func show() async throws {
        let home = try FleetHome()
        let server = try TestServer { _, request in
            Self.files[request.target].map { .text($0) } ?? .status("404 Not Found")
        }
        try await home.run("source", "add", "web", server.address("/gbfs.json")).succeeded()
        try await home.run("list", "--source", "web").succeeded()
        let count = server.requests.count
        let text = try await home.run("source", "show", "web").succeeded().text
        for line in [
            #"notice: Strike \u{1B}[31mtoday"#, "price: Ride: 1 EUR, 0.20 EUR per min",
            "region: North, 2 vehicles", "region: South, 0 vehicles",
            "announced: Later (from 2126-",
            "zone: Dock: no parking for bike; at most 6 km/h", "everywhere else: at most 20 km/h",
        ] {
            #expect(text.contains(line), "\(line) in \(text)")
        }
        #expect(!text.contains("Over"))
        let json = try await home.run("source", "show", "web", "--json").succeeded()
        #expect(
            try await Tool.jq(
                "[[.alerts[] | [.alert_id, .active]], .pricing_plans[0].text, .regions]", json.data)
                == [
                    #"[[["1",true],["2",false]],"1 EUR, 0.20 EUR per min",[{"region_id":"n","name":"North","vehicles":2},{"region_id":"s","name":"South","vehicles":0}]]"#
                ])
        #expect(
            try await Tool.jq(
                "[.geofencing_zones[0].name, .geofencing_zones[0].rules[0].ride_end_allowed, "
                    + ".global_rules[0].maximum_speed_kph]", json.data) == [#"["Dock",false,20]"#])
        #expect(server.requests.count == count)
        let path = try home.write(#"{"vehicles":[{"id":"a"}]}"#, to: "feed.json")
        try await home.run("source", "add", "local", path).succeeded()
        let local = try await home.run("source", "show", "local", "--json").succeeded()
        #expect(
            try await Tool.jq("[.alerts, .pricing_plans, .regions]", local.data) == [
                "[null,null,null]"
            ])
    }
}
