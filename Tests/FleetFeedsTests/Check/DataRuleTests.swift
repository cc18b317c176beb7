import FleetCore
import Foundation
import JSON
import Testing

@testable import FleetFeeds

@Suite("Data that cannot be right is found")
struct DataRuleTests {
    private static let now = Timestamp(seconds: 1_769_860_800)

    /// Checks documents of GBFS 3.0 in their order; returns the findings about data as
    /// `document path rule count`.
    private func check(
        _ documents: [(name: String, data: String)], isLive: Bool = false,
        lastUpdated: String = "2026-01-31T11:59:30Z", ttl: Int = 60
    ) -> [String] {
        var check = SystemCheck(now: Self.now, isLive: isLive)
        for (name, data) in documents {
            let text =
                #"{"last_updated":"\#(lastUpdated)","ttl":\#(ttl),"version":"3.0","data":\#(data)}"#
            check.read(
                JSONDocument(Array(text.utf8)), as: .init(name: name, version: .v3_0),
                .init(address: "file"))
        }
        return check.report().findings.filter { !$0.rule.isCanonical }.map {
            "\($0.document) \($0.path) \($0.rule.rawValue) \($0.count)"
        }
    }

    private func vehicles(_ rows: [String]) -> (String, String) {
        let list = rows.enumerated().map { index, row in
            #"{"vehicle_id":"v\#(index)","is_reserved":false,"is_disabled":false,\#(row)}"#
        }
        return ("vehicle_status", #"{"vehicles":[\#(list.joined(separator: ","))]}"#)
    }

    private func position(_ latitude: String, _ longitude: String) -> String {
        #""lat":\#(latitude),"lon":\#(longitude)"#
    }

    private let types = (
        "vehicle_types",
        """
        {"vehicle_types":[{"vehicle_type_id":"a","form_factor":"bicycle","propulsion_type":"human"},
        {"vehicle_type_id":"e","form_factor":"moped","propulsion_type":"electric","max_range_meters":40000}]}
        """
    )

    @Test("A feed without faults has no findings")
    func clean() {
        let rows = (0..<20).map { #""lat":48.85\#($0)1,"lon":2.35\#($0)7,"vehicle_type_id":"a""# }
        #expect(check([types, vehicles(rows)]) == [])
    }

    @Test("An ID that occurs twice is found once for each repetition")
    func duplicates() {
        let data =
            #"{"regions":[{"region_id":"a","name":[]},{"region_id":"b","name":[]},{"region_id":"a","name":[]},{"region_id":"a","name":[]}]}"#
        #expect(
            check([("system_regions", data)]) == [
                "system_regions /data/regions/*/region_id duplicate-id 2"
            ])
    }

    @Test("Coordinates of 0, 0 are found, and those that are swapped")
    func coordinates() {
        let good = (0..<5).map { position("48.85\($0)1", "2.35\($0)7") }
        #expect(
            check([vehicles(good + [position("0", "0.0")])])
                == ["vehicle_status /data/vehicles/*/lat coordinates-zero 1"])
        #expect(
            check([vehicles(good + [position("2.3512", "48.8512")])])
                == ["vehicle_status /data/vehicles/*/lat coordinates-swapped 1"])
        // Far away is not swapped.
        #expect(check([vehicles(good + [position("40.7128", "-74.0060")])]) == [])
    }

    @Test("Vehicles whose coordinates are all swapped are found by the stations")
    func allSwapped() {
        let stations = (0..<5).map {
            #"{"station_id":"s\#($0)","name":[],"lat":48.85\#($0)1,"lon":2.35\#($0)7}"#
        }
        let information = (
            "station_information", #"{"stations":[\#(stations.joined(separator: ","))]}"#
        )
        let swapped = (0..<6).map { position("2.35\($0)7", "48.85\($0)1") }
        #expect(
            check([information, vehicles(swapped)])
                == ["vehicle_status /data/vehicles/*/lat coordinates-swapped 6"])
    }

    @Test("Coordinates with few decimals are found if most have few", arguments: [9, 10, 20])
    func decimals(count: Int) {
        let rows = (0..<count).map { position("48.8\($0)", "2.3\($0)") }
        let expected = "vehicle_status /data/vehicles/*/lat coordinates-imprecise \(count)"
        #expect(check([vehicles(rows)]) == (count < 10 ? [] : [expected]))
        let precise = (0...count).map { position("48.8\($0)123", "2.3\($0)123") }
        #expect(check([vehicles(rows + precise)]) == [])
    }

    @Test("A range beyond that of the type is found, and one that is the same for all")
    func ranges() {
        func row(_ range: Int, _ fuel: Double) -> String {
            #""lat":48.8512,"lon":2.3512,"vehicle_type_id":"e","current_range_meters":\#(range),"current_fuel_percent":\#(fuel)"#
        }
        let path = "vehicle_status /data/vehicles/*/current_range_meters"
        #expect(
            check([types, vehicles([row(40_001, 0.5), row(40_000, 0.4)])])
                == ["\(path) range-over-maximum 1"])
        let same = (0..<10).map { row(20_000, 0.5 + Double($0) / 100) }
        #expect(check([types, vehicles(same)]) == ["\(path) range-constant 1"])
        // All are charged alike, or there are few.
        #expect(check([types, vehicles((0..<10).map { _ in row(40_000, 1) })]) == [])
        #expect(check([types, vehicles(Array(same.prefix(9)))]) == [])
    }

    private func status(_ rows: String) -> (String, String) {
        ("station_status", #"{"stations":[\#(rows)]}"#)
    }

    private let information = (
        "station_information",
        """
        {"stations":[{"station_id":"s1","name":[],"lat":48.8512,"lon":2.3512,"capacity":10},
        {"station_id":"s2","name":[],"lat":48.8513,"lon":2.3513,"capacity":10,"is_virtual_station":true}]}
        """
    )

    private func station(_ id: String, _ counts: String) -> String {
        #"{"station_id":"\#(id)","is_installed":true,"is_renting":true,"is_returning":true,"last_reported":"2026-01-31T11:59:30Z",\#(counts)}"#
    }

    @Test("Counts that do not add up, and more than the capacity, are found")
    func counts() {
        let sum = station(
            "s1",
            #""num_vehicles_available":3,"num_docks_available":7,"vehicle_types_available":[{"vehicle_type_id":"a","count":1},{"vehicle_type_id":"e","count":1}]"#
        )
        let full = station("s1", #""num_vehicles_available":8,"num_docks_available":3"#)
        let virtual = station("s2", #""num_vehicles_available":30"#)
        #expect(
            check([information, status(sum + "," + virtual)])
                == ["station_status /data/stations/* counts-inconsistent 1"])
        #expect(
            check([information, status(full + "," + virtual)])
                == ["station_status /data/stations/* over-capacity 1"])
    }

    @Test("A station that only one document has is found in that document")
    func stations() {
        let other = station("s3", #""num_vehicles_available":1"#)
        #expect(
            check([information, status(other)]) == [
                "station_information /data/stations/*/station_id station-in-one-document 2",
                "station_status /data/stations/*/station_id station-in-one-document 1",
            ])
    }

    @Test("IDs that do not exist are found, if the other document was read")
    func references() {
        let row = position("48.8512", "2.3512") + #","vehicle_type_id":"x","home_station_id":"s9""#
        #expect(check([vehicles([row])]) == [])
        #expect(
            check([types, information, vehicles([row])]).filter { $0.hasPrefix("vehicle") } == [
                "vehicle_status /data/vehicles/*/vehicle_type_id id-unknown 1",
                "vehicle_status /data/vehicles/*/home_station_id id-unknown 1",
            ])
    }

    @Test("Rings that are open or cross themselves are found")
    func polygons() {
        func zone(_ ring: String) -> [(String, String)] {
            [
                (
                    "geofencing_zones",
                    #"{"global_rules":[],"geofencing_zones":{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[[\#(ring)]]}}]}}"#
                )
            ]
        }
        let path = "geofencing_zones /data/geofencing_zones/features/*/geometry/coordinates/*/*"
        #expect(check(zone("[[0,0],[1,0],[1,1],[0,1],[0,0]]")) == [])
        #expect(check(zone("[[0,0],[1,0],[1,1],[0,1]]")) == ["\(path) polygon-open 1"])
        #expect(
            check(zone("[[0,0],[1,1],[1,0],[0,1],[0,0]]")) == ["\(path) polygon-crosses-itself 1"])
    }

    @Test(
        "A prohibition whose ring is counterclockwise is found before 3.0, and read by containment")
    func inverted() throws {
        func findings(
            _ ring: String, forbids: Bool = true, _ version: SpecificationVersion = .v2_2
        ) throws -> Int {
            let text = """
                {"data":{"geofencing_zones":{"type":"FeatureCollection","features":[
                {"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[\(ring)]]},
                "properties":{"rules":[{"ride_allowed":\(!forbids),"ride_through_allowed":true}]}}]}}}
                """
            var check = SystemCheck(now: Self.now, isLive: false)
            check.read(
                JSONDocument(Array(text.utf8)),
                as: .init(name: "geofencing_zones", version: version),
                .init(address: "file"))
            let zone = try #require(
                try ZonesDocument().parse(Array(text.utf8), at: "x").content.zones.first)
            let inside = try #require(Position(latitude: 0.5, longitude: 0.5))
            let outside = try #require(Position(latitude: 2, longitude: 2))
            #expect(zone.contains(inside) && !zone.contains(outside))
            return check.report().findings.count { $0.rule == .data.zoneInverted }
        }
        let (clockwise, inverted) = (
            "[[0,0],[0,1],[1,1],[1,0],[0,0]]", "[[0,0],[1,0],[1,1],[0,1],[0,0]]"
        )
        #expect(try findings(inverted) == 1 && findings(inverted, .v2_3) == 1)
        #expect(try findings(clockwise) == 0 && findings(inverted, forbids: false) == 0)
        #expect(try findings(inverted, .v3_0) == 0)
        let hole = clockwise + ",[[0.1,0.1],[0.2,0.1],[0.2,0.2],[0.1,0.1]]"
        #expect(try findings(hole) == 0)
    }

    @Test("last_updated is compared with the clock, its age only for data that was just loaded")
    func lastUpdated() {
        let document = [vehicles([position("48.8512", "2.3512")])]
        let path = "vehicle_status /last_updated"
        #expect(check(document, isLive: true) == [])
        #expect(
            check(document, lastUpdated: "2026-01-31T12:01:01Z")
                == ["\(path) last-updated-in-future 1"])
        let old = "2026-01-31T11:54:59Z"
        #expect(check(document, isLive: true, lastUpdated: old) == ["\(path) last-updated-old 1"])
        #expect(check(document, lastUpdated: old) == [])
        #expect(check([types], isLive: true, lastUpdated: old) == [])
        #expect(check(document, ttl: 0) == ["vehicle_status /ttl ttl-zero 1"])
        #expect(
            check(document, lastUpdated: "2026-01-31T11:59:30")
                == ["\(path) time-without-zone 1"])
    }

    @Test("A vehicle under two prefixes of its ID at one location is found, but not at a station")
    func prefixes() {
        func row(_ id: String, _ rest: String) -> String {
            #"{"vehicle_id":"\#(id)","is_reserved":false,"is_disabled":false,\#(rest)}"#
        }
        let place = position("48.85341", "2.34881")
        let rows = [
            row("north:bike_1", place), row("south:bike_1", place), row("south:bike_2", place),
            row("north:bike_2", position("48.85342", "2.34881")), row("north:17", place),
            row("south:17", place), row("a:docked", place + #","station_id":"s""#),
            row("b:docked", place + #","station_id":"s""#),
        ]
        let document = ("vehicle_status", #"{"vehicles":[\#(rows.joined(separator: ","))]}"#)
        #expect(check([document]) == ["vehicle_status /data/vehicles/*/lat vehicle-twice 1"])
    }

    @Test("The time of a report in the future, before feeds existed or in another unit is found")
    func reportTimes() {
        /// The rules that a time breaks in a version, as the last report of a vehicle.
        func rules(_ time: String, _ version: SpecificationVersion = .v2_3) -> [String] {
            var check = SystemCheck(now: Self.now, isLive: false)
            let vehicle =
                version.dialect == .mds
                ? #"{"last_event":{"timestamp":\#(time)}}"# : #"{"last_reported":\#(time)}"#
            let list = version >= .v3_0 ? "vehicles" : "bikes"
            let name =
                version.dialect == .mds
                ? "vehicles_status" : version >= .v3_0 ? "vehicle_status" : "free_bike_status"
            let text =
                version.dialect == .mds
                ? #"{"version":"2.0.0","vehicles_status":[\#(vehicle)]}"#
                : #"{"data":{"\#(list)":[\#(vehicle)]}}"#
            check.read(
                JSONDocument(Array(text.utf8)), as: .init(name: name, version: version),
                .init(address: "file"))
            return check.report().findings.filter {
                $0.path.hasSuffix("last_reported") || $0.path.hasSuffix("timestamp")
            }.map(\.rule.rawValue)
        }
        #expect(rules("1769860700") == [] && rules("1769860700000", .mds2) == [])
        #expect(rules("1769860700000") == ["time-in-other-unit"])
        #expect(rules("1769860700", .mds2) == ["time-in-other-unit"])
        for time in ["1769864400", "4102444800", "2147483647", "9223372036854775807"] {
            #expect(rules(time) == ["time-in-future"], "\(time)")
        }
        #expect(rules("0") == ["out-of-range"] && rules("86400") == ["out-of-range"])
        #expect(rules("null") == ["wrong-type"])
        #expect(rules("\"1970-01-01T00:00:00Z\"", .v3_0) == ["time-too-early"])
        #expect(rules("\"2027-01-31T00:00:00Z\"", .v3_0) == ["time-in-future"])
    }

    @Test("A remedy says only of a field that may be missing that it can be left out")
    func optional() throws {
        func remedies(_ name: String, _ data: String) -> [String: String] {
            var check = SystemCheck(now: Self.now, isLive: false)
            let text = #"{"last_updated":1769860700,"ttl":60,"version":"2.3","data":\#(data)}"#
            check.read(
                JSONDocument(Array(text.utf8)), as: .init(name: name, version: .v2_3),
                .init(address: "file"))
            let remedies = check.report().findings.map { finding in
                (finding.path.split(separator: "/").last.map(String.init) ?? "", finding.remedy)
            }
            return Dictionary(remedies, uniquingKeysWith: { first, _ in first })
        }
        let omission = " Leave the field out if there is no right value; it is optional."
        let vehicle = remedies(
            "free_bike_status",
            """
            {"bikes":[{"bike_id":null,"lat":91,"lon":"x","is_reserved":null,"is_disabled":2,
            "last_reported":null,"pricing_plan_id":7,"vehicle_type_id":null,"station_id":null}]}
            """)
        for field in ["last_reported", "pricing_plan_id"] {
            #expect(try #require(vehicle[field]).hasSuffix(omission))
        }
        // Without lat and lon, the location is missing; without a type, the type.
        for field in [
            "bike_id", "lat", "lon", "is_reserved", "is_disabled", "vehicle_type_id", "station_id",
        ] {
            #expect(try !#require(vehicle[field]).lowercased().contains("leave"), "\(field)")
        }
        let system = remedies(
            "system_information",
            #"{"system_id":"a","language":"x","name":null,"timezone":"CET-1","url":5}"#)
        for field in ["language", "name", "timezone"] {
            #expect(try !#require(system[field]).lowercased().contains("leave"), "\(field)")
        }
        #expect(try #require(system["url"]).hasSuffix(omission))
    }

    @Test("What the transfer of a document shows is found")
    func transfer() {
        var check = SystemCheck(now: Self.now, isLive: true)
        let text =
            #"{"last_updated":"2026-01-31T11:59:30Z","ttl":60,"version":"3.0","data":{"regions":[]}}"#
        var transfer = SystemCheck.Transfer(address: "http://example.com/regions.json", isWeb: true)
        (transfer.seconds, transfer.hasValidator) = (1.25, false)
        check.read(
            JSONDocument(Array(text.utf8)), as: .init(name: "system_regions", version: .v3_0),
            transfer)
        let findings = check.report().findings
        #expect(
            findings.map(\.rule) == [
                .document.notHTTPS, .document.slowResponse, .document.noEntityTag,
            ])
        #expect(findings[1].examples.first?.value == "1.3 s")
    }
}
