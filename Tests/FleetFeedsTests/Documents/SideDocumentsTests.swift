import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Alerts, prices, regions and zones beside the vehicles")
struct SideDocumentsTests {
    @Test("an alert has its times, what it is about, and a text in English")
    func alerts() throws {
        let document = """
            {"data":{"alerts":[
            {"alert_id":"1","type":"STATION_CLOSURE","times":[{"start":1700000000,"end":1700000100}],
            "station_ids":["a",7],"url":"https://example.com/1","summary":"Closed","description":"Roadworks"},
            {"alert_id":2,"type":"OTHER","summary":[{"text":"Fermé","language":"fr"},
            {"text":"Shut","language":"en"}],"times":[{"start":"2026-01-31T12:00:00Z"}]},
            {"alert_id":"3"}, null, {"description":"Only this"}]}}
            """
        let alerts = try SystemAlertsDocument().parse(Array(document.utf8), at: "x").content
        #expect(alerts.map(\.summary) == ["Closed", "Shut", "Only this"])
        #expect(alerts.map(\.line) == ["station closure: Closed", "Shut", "Only this"])
        #expect(alerts[0].stationIDs == ["a", "7"] && !alerts[0].concernsSystem)
        #expect(alerts[0].text == "Roadworks" && alerts[0].link == "https://example.com/1")
        let start = Timestamp(seconds: 1_700_000_000)
        #expect(alerts[0].holds(at: start) && !alerts[0].holds(at: start + .seconds(100)))
        #expect(!alerts[1].holds(at: start) && alerts[2].holds(at: start))
    }

    @Test("a price is told in words")
    func prices() throws {
        let document = """
            {"data":{"plans":[
            {"plan_id":"a","name":"Ride","currency":"EUR","price":1,"is_taxable":false,
            "per_min_pricing":[{"start":0,"rate":0.25,"interval":1}]},
            {"plan_id":"b","currency":"USD","price":"0","is_taxable":1,"surge_pricing":true,
            "per_km_pricing":[{"start":1,"rate":0.5,"interval":2,"end":10}],
            "per_min_pricing":[{"start":30,"rate":3,"interval":0}]},
            {"plan_id":"c","description":"Free for members"},{"name":"no ID"},
            {"plan_id":"d","price":0,"currency":"EUR","reservation_price_per_min":0.1}]}}
            """
        let plans = try PricingPlansDocument().parse(Array(document.utf8), at: "x").content
        #expect(
            plans.map(\.summary) == [
                "1 EUR, 0.25 EUR per min",
                "3 USD from 30 min, 0.50 USD per 2 km from 1 to 10 km, more at busy times, plus tax",
                "Free for members", "0 EUR, reservation 0.10 EUR per min",
            ])
        #expect(plans[0].line == "Ride: 1 EUR, 0.25 EUR per min")
    }

    @Test("the times when a vehicle is free are found by its ID")
    func availability() throws {
        let document = """
            {"data":{"vehicles":[{"vehicle_id":"a1","availabilities":[{"from":"2024-12-25T10:30:00Z"}]},
            {"vehicle_id":"a","station_id":"s","availabilities":[{"from":"2024-12-24T08:15:00Z",
            "until":"2024-12-24T09:15:00Z"},{"until":5},{"from":1735122600}]},
            {"vehicle_id":"b","availabilities":[]},{"vehicle_id":"c\\nd","availabilities":[]},
            {"vehicle_id":"e"},{"availabilities":[]}]}}
            """
        let read = try VehicleAvailabilityDocument().parse(Array(document.utf8), at: "x").content
        let slots = try #require(read.slots(of: "a"))
        #expect(slots.map { $0.start?.seconds } == [1_735_028_100, 1_735_122_600])
        #expect(slots.map { $0.end?.seconds } == [1_735_031_700, nil])
        #expect(read.slots(of: "a1")?.count == 1 && read.slots(of: "b")?.isEmpty == true)
        for id in ["e", "d", "c", "", "a\t"] { #expect(read.slots(of: id) == nil, "\(id)") }
        let stored = try #require(DocumentName.availability.stored(read))
        #expect(DocumentName.availability.content(of: stored) == read)
    }

    @Test("a region without a name has its ID")
    func regions() throws {
        let document =
            #"{"data":{"regions":[{"region_id":"n","name":"North"},{"region_id":5},{}]}}"#
        let regions = try RegionsDocument().parse(Array(document.utf8), at: "x").content
        #expect(regions == [Region(id: "n", name: "North"), Region(id: "5", name: "5")])
    }

    @Test("another document is refused")
    func other() {
        let bytes = Array(#"{"data":{"vehicles":[]}}"#.utf8)
        #expect(throws: FeedFailure(.content(.noList(of: "alerts")), at: "x")) {
            try SystemAlertsDocument().parse(bytes, at: "x")
        }
        #expect(throws: FeedFailure(.content(.noList(of: "plans")), at: "x")) {
            try PricingPlansDocument().parse(bytes, at: "x")
        }
        #expect(throws: FeedFailure(.content(.noList(of: "regions")), at: "x")) {
            try RegionsDocument().parse(bytes, at: "x")
        }
    }

    // Loading --------------------------------------------------------------------------------------

    private static func document(_ data: String, ttl: Int = 0) -> String {
        #"{"last_updated": 1763640000, "ttl": \#(ttl), "version": "2.3", "data": \#(data)}"#
    }

    private static func zones(_ name: String) -> String {
        document(
            """
            {"geofencing_zones":{"features":[{"properties":{"name":"\(name)"},
            "geometry":{"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49]]]}}]}}
            """)
    }

    private func web() -> StubWeb {
        StubWeb([
            "gbfs.json": .text(
                Self.document(
                    #"""
                    {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
                    {"name": "geofencing_zones", "url": "zones.json"},
                    {"name": "system_alerts", "url": "alerts.json"}]}}
                    """#, ttl: 3600)),
            "bikes.json": .text(Self.document(#"{"bikes": [{"bike_id": "b1"}]}"#), entityTag: "v1"),
            "zones.json": .text(Self.zones("A"), entityTag: "z1"),
            "alerts.json": .text(
                Self.document(#"{"alerts": [{"alert_id": "1", "summary": "Hello"}]}"#)),
        ])
    }

    @Test("they are read with the vehicles, and again when they are due, not at each ttl of 0")
    func due() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        #expect(
            web.takeRequests() == ["gbfs.json", "zones.json", "alerts.json", "bikes.json"])
        #expect(first.snapshot?.documents.zones?.zones.map(\.name) == ["A"])
        #expect(first.snapshot?.documents.alerts?.map(\.summary) == ["Hello"])
        let soon = noon + .seconds(30)
        let second = try await web.loader("gbfs.json", at: soon).load(first.cacheState)
        #expect(web.takeRequests() == ["bikes.json?"] && second.snapshot == nil)
        let later = noon + .seconds(700)
        let third = try await web.loader("gbfs.json", at: later).load(second.cacheState)
        #expect(web.takeRequests() == ["zones.json?", "alerts.json", "bikes.json?"])
        #expect(third.snapshot == nil)
    }

    @Test("a change of one makes a new snapshot, with only what was read")
    func changed() async throws {
        let web = web()
        let first = try await web.loader("gbfs.json").load(nil)
        web["zones.json"] = .text(Self.zones("B"), entityTag: "z2")
        let later = noon + .seconds(700)
        let second = try await web.loader("gbfs.json", at: later).load(first.cacheState)
        #expect(second.snapshot?.documents.zones?.zones.map(\.name) == ["B"])
        #expect(second.vehicles?.count == 1)
    }

    @Test("a vehicle has the region of its station or home station; both are read on every change")
    func regions() async throws {
        let web = web()
        web["gbfs.json"] = .text(
            Self.document(
                #"""
                {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
                {"name": "station_information", "url": "stations.json"},
                {"name": "system_regions", "url": "regions.json"}]}}
                """#, ttl: 3600))
        web["bikes.json"] = .text(
            Self.document(
                #"""
                {"bikes": [{"bike_id": "own", "region_id": "x", "station_id": "1"},
                {"bike_id": "at", "station_id": "1", "home_station_id": "2"},
                {"bike_id": "home", "station_id": "?", "home_station_id": "2"},
                {"bike_id": "none", "station_id": "3"}]}
                """#), entityTag: "v1")
        web["stations.json"] = .text(
            Self.document(
                #"""
                {"stations": [{"station_id": "1", "region_id": "n"}, {"station_id": 2,
                "region_id": 5}, {"station_id": "3"}]}
                """#))
        web["regions.json"] = .text(
            Self.document(#"{"regions": [{"region_id": "n", "name": "North"}]}"#))
        let first = try await web.loader("gbfs.json").load(nil)
        #expect(
            web.takeRequests() == ["gbfs.json", "regions.json", "stations.json", "bikes.json"])
        #expect(first.vehicles?.map(\.regionID) == ["x", "n", "5", nil])
        #expect(first.snapshot?.feed.regionNames == ["n": "North"])
        #expect(first.snapshot?.feed.hasRegions == true)
        web["bikes.json"] = .text(
            Self.document(#"{"bikes": [{"bike_id": "at", "station_id": "1"}]}"#), entityTag: "v2")
        let soon = try await web.loader("gbfs.json", at: noon + .seconds(30))
            .load(first.cacheState)
        #expect(web.takeRequests() == ["bikes.json?"])
        #expect(soon.vehicles?.map(\.regionID) == ["n"])
        #expect(soon.snapshot?.feed.regionNames == ["n": "North"])
        web["stations.json"] = .text(
            Self.document(#"{"stations": [{"station_id": "1", "region_id": "s"}]}"#))
        let later = try await web.loader("gbfs.json", at: noon + .seconds(700))
            .load(soon.cacheState)
        #expect(later.vehicles?.map(\.regionID) == ["s"])
    }

    @Test("stations without regions give no region")
    func noRegions() async throws {
        let web = web()
        web["gbfs.json"] = .text(
            Self.document(
                #"""
                {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
                {"name": "station_information", "url": "stations.json"}]}}
                """#, ttl: 3600))
        let response = try await web.loader("gbfs.json").load(nil)
        #expect(web.takeRequests() == ["gbfs.json", "stations.json", "bikes.json"])
        #expect(response.snapshot?.feed.hasRegions == nil)
    }

    /// A way in which a document fails.
    private static let failures: [StubWeb.Response?] = [
        nil, .failure(.service(.status(500))), .failure(.access(.accessDenied(403))),
        .failure(.network(.connectionReset)),
        .text("<html>"), .text(#"{"data": {"x""#), .text("null"), .text(#"{"data": {}}"#),
    ]

    @Test(
        "no document that a system does not need decides over its vehicles, however it fails",
        arguments: [
            "vehicle_types", "system_information", "geofencing_zones", "system_pricing_plans",
            "system_alerts", "system_regions", "station_information", "station_status",
            "vehicle_availability",
        ])
    func optional(name: String) async throws {
        for failure in Self.failures {
            let web = web()
            web["gbfs.json"] = .text(
                Self.document(
                    #"""
                    {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"},
                    {"name": "\#(name)", "url": "other.json"}]}}
                    """#))
            web["other.json"] = failure
            let response = try await web.loader("gbfs.json").load(nil)
            #expect(response.vehicles?.count == 1)
            let again = try await web.loader("gbfs.json", at: noon + .seconds(700))
                .load(response.cacheState)
            #expect(again.snapshot == nil || again.vehicles?.count == 1)
        }
    }

    @Test("vehicles that a system does not need leave its stations, however they fail")
    func vehicles() async throws {
        for failure in Self.failures {
            for stations in ["station_information", "station_status", nil] {
                let web = web()
                let others = stations.map { #", {"name": "\#($0)", "url": "s.json"}"# } ?? ""
                web["gbfs.json"] = .text(
                    Self.document(
                        #"""
                        {"en": {"feeds": [{"name": "free_bike_status", "url": "bikes.json"}
                        \#(others)]}}
                        """#))
                web["bikes.json"] = failure
                let thrown = await #expect(throws: FeedFailure.self) {
                    try await web.loader("gbfs.json").load(nil)
                }
                #expect((thrown?.leavesStations == true) == (stations != nil))
                #expect(
                    thrown?.mayHaveSites
                        == (stations != nil || thrown?.reason == .content(.noVehicles)))
            }
        }
    }

    @Test("which documents are needed is the same for reading and for a check")
    func needed() {
        let all = SystemDocument.all.map(\.name)
        #expect(Set(all).count == all.count)
        #expect(Set(all) == Specification.names.union(Specification.mds.map(\.name)))
        #expect(
            SystemDocument.needed(by: ["station_status"], in: .v2_3) == [
                "gbfs", "system_information", "station_information", "station_status",
            ])
        #expect(
            SystemDocument.needed(by: [], referringTo: ["vehicle_types"], in: .v3_0) == [
                "gbfs", "system_information", "vehicle_status", "vehicle_types",
            ])
        #expect(
            SystemDocument.needed(by: [], in: .v1_0) == ["system_information", "free_bike_status"])
        #expect(SystemDocument.needed(by: [], in: .mds2) == ["vehicles_status"])
        #expect(GBFS.vehicleFeeds == ["vehicle_status", "free_bike_status"])
    }

    @Test("one that fails is a warning, and the vehicles are read")
    func failing() async throws {
        let web = web()
        web["zones.json"] = .text("<html>")
        let response = try await web.loader("gbfs.json").load(nil)
        #expect(response.vehicles?.count == 1)
        #expect(response.snapshot?.documents.zones == nil)
        let warnings = response.snapshot?.parseReport.warnings ?? []
        #expect(warnings.contains { $0.hasPrefix("geofencing_zones: ") })
    }
}
