import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Documents of MDS are read by their shape")
struct MDSDocumentTests {
    private static func document(
        _ name: String
    ) throws -> (header: FeedHeader, vehicles: VehiclesDocument) {
        let parsed = try FeedDocument(
            vehicles: Fixture.bytes("mds/\(name).json"), at: "here")
        guard case .vehicles(let vehicles) = parsed.content else {
            throw FeedFailure(.content(.noVehicles), at: "here")
        }
        return (parsed.header, vehicles)
    }

    private static func id(_ number: Int) -> String {
        let digits = String(number)
        return "5f7e1d2a-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }

    @Test("Version 1.2 has the ID of the device, the code, the state, the charge and the location")
    func version1() throws {
        let (header, document) = try Self.document("vehicles-1.2")
        let vehicles = document.vehicles
        #expect(document.format == "MDS 1.2.0")
        #expect(vehicles.map(\.id) == (1...7).map(Self.id))
        #expect(vehicles.map(\.code) == (1001...1007).map { "EX-\($0)" })
        #expect(
            vehicles.map(\.state) == [
                .available, .reserved, .onTrip, .nonOperational, .unknown, .elsewhere, .removed,
            ])
        #expect(
            vehicles.map(\.isReserved) == [false, true, true, false, nil, false, false])
        #expect(vehicles.map(\.isDisabled) == [false, false, false, true, nil, true, true])
        #expect(
            vehicles.map(\.formFactor) == [
                "scooter", "bicycle", "cargo_bicycle", "moped", "car", "other", "scooter",
            ])
        #expect(vehicles[0].propulsionType == "electric")
        #expect(vehicles[1].propulsionType == "electric_assist")
        #expect(vehicles.map { $0.color?.name } == ["green"] + [String?](repeating: nil, count: 6))
        #expect(vehicles.map { $0.battery?.percent } == [90, 80, 70, 60, 50, 40, 30])
        #expect(vehicles[0].position == Position(latitude: 52.3701, longitude: 4.9001))
        #expect(vehicles[0].lastReported == noon - .seconds(60))
        // Without a current location, that of the last event.
        #expect(vehicles[4].position == Position(latitude: 52.37 + 4 / 1000, longitude: 4.904))
        #expect(vehicles[4].lastReported == noon - .seconds(596))
        #expect(header.lastUpdated == noon)
        #expect(header.ttlSeconds == 60)
        #expect(document.parseReport == ParseReport())
    }

    @Test("Version 0.4 has event types in place of states")
    func version04() throws {
        let (header, document) = try Self.document("vehicles-0.4")
        #expect(document.format == "MDS 0.4.1")
        #expect(
            document.vehicles.map(\.state) == [
                .available, .onTrip, .reserved, .nonOperational, .removed,
            ])
        #expect(document.vehicles.allSatisfy { $0.propulsionType == "electric" })
        #expect(header.ttlSeconds == 300)
    }

    @Test("Version 2.0 has the states in one document, and the properties in another one")
    func version2() throws {
        let status = try Self.document("vehicles_status-2.0").vehicles
        #expect(status.format == "MDS 2.0.0")
        #expect(
            status.vehicles.map(\.state) == [
                .available, .reserved, .onTrip, .stopped, .nonOperational, .nonContactable,
                .missing, .elsewhere, .removed, .available, .available,
            ])
        #expect(status.vehicles.allSatisfy { $0.code == nil && $0.typeID == nil })
        #expect(status.vehicles[0].position == Position(latitude: 52.09, longitude: 5.12))
        #expect(status.vehicles[0].battery?.percent == 100)
        #expect(status.vehicles[3].currentFuelPercent == 0.63)
        #expect(status.vehicles[3].battery?.percent == 99)
        #expect(status.vehicles[0].lastReported == noon - .seconds(30))
        let speed = status.vehicles[2].measurements.first { $0.quantity == .speed }
        #expect(speed?.value == .number(2.5))
        #expect(status.vehicles[9].measurements.contains { $0.quantity == .tippedOver })
        let properties = try Self.document("vehicles-2.0").vehicles
        #expect(properties.format == "MDS 2.0.0")
        #expect(properties.vehicles.map(\.code) == (2001...2011).map { "NL \($0)" })
        #expect(
            properties.vehicles.map(\.formFactor) == [
                "scooter_standing", "scooter_seated", "bicycle", "bus", "delivery_robot",
                "motorcycle", "truck", "car", "moped", "cargo_bicycle", "other",
            ])
        #expect(properties.vehicles[0].color?.name == "yellow")
        #expect(properties.vehicles.allSatisfy { $0.state == .unknown && $0.position == nil })
    }

    @Test("The reduced status document has IDs, states, times and locations")
    func reduced() throws {
        let document = try Self.document("reduced-2.0").vehicles
        #expect(document.vehicles.count == 10)
        #expect(document.vehicles.allSatisfy { $0.state != .onTrip && $0.position != nil })
        #expect(document.vehicles.allSatisfy { $0.lastReported == noon - .seconds(30) })
        #expect(document.vehicles.allSatisfy { $0.battery == nil && $0.measurements.isEmpty })
    }

    @Test("Both lists of one document are joined by the ID of the device, in any order")
    func joined() throws {
        let lists = [
            #""vehicles": [{"device_id": "a", "provider_id": "p", "vehicle_id": "A 1", "vehicle_type": "moped", "propulsion_types": ["electric"]}, {"device_id": "gone", "provider_id": "p", "vehicle_id": "G"}]"#,
            #""vehicles_status": [{"device_id": "a", "provider_id": "p", "last_event": {"vehicle_state": "reserved"}}, {"device_id": "b", "provider_id": "p", "last_event": {"vehicle_state": "missing"}}]"#,
        ]
        for lists in [lists, lists.reversed()] {
            let document = try vehiclesDocument("{\(lists.joined(separator: ", "))}")
            #expect(document.vehicles.map(\.id) == ["a", "b"])
            #expect(document.vehicles.map(\.code) == ["A 1", nil])
            #expect(document.vehicles.map(\.state) == [.reserved, .missing])
            #expect(document.vehicles[0].formFactor == "moped")
            #expect(document.format == "MDS")
        }
    }

    @Test(
        "The time of a document may be nested, a text, or ISO 8601",
        arguments: [
            #""last_updated": "1763640000000""#, #""last_updated": "2025-11-20T12:00:00Z""#,
            #""last_updated": 1763640000"#, #""last_updated": {"timestamp": 1763640000000}"#,
            #""last_updated": {"value": "2025-11-20T12:00:00.000Z"}"#,
        ])
    func times(member: String) throws {
        for text in [
            #"{"version": "1.2.0", \#(member), "ttl": "60000", "data": {"vehicles": []}}"#,
            #"{"version": "1.2.0", "data": {\#(member), "ttl": 60000, "vehicles": []}}"#,
        ] {
            let document = try FeedDocument(vehicles: Array(text.utf8), at: "here")
            #expect(document.header.lastUpdated == noon, "\(text)")
            #expect(document.header.ttlSeconds == 60)
            guard case .vehicles(let vehicles) = document.content else {
                Issue.record("no vehicles")
                continue
            }
            #expect(vehicles.format == "MDS 1.2.0")
        }
    }

    private static let status = """
        {"device_id": "d1", "provider_id": "p", "last_event": {"vehicle_state": "available", \
        "event_types": ["trip_end"], "timestamp": "1763639000000"}, "last_telemetry": \
        {"timestamp": "1763639970000", "location": {"lat": "52.1", "lng": "5.1"}, \
        "battery_percent": "1"}}
        """

    @Test(
        "A list of vehicles may be bare, inside the data, or have empty links",
        arguments: [
            "[\(status)]", "{\"data\": {\"vehicles_status\": [\(status)]}}",
            "{\"vehicles_status\": [\(status)], \"links\": {}}",
            "{\"vehicles\": [\(status)], \"version\": \"2.0\"}",
            "{\"data\": {\"vehicles\": [\(status)]}, \"version\": \"2.0.0\"}",
        ])
    func wrappers(text: String) throws {
        let document = try vehiclesDocument(text)
        let vehicle = try #require(document.vehicles.first)
        #expect(document.dialect == .mds && document.vehicles.count == 1)
        #expect(vehicle.id == "d1")
        #expect(vehicle.state == .available)
        #expect(vehicle.position == Position(latitude: 52.1, longitude: 5.1))
        #expect(vehicle.lastReported == noon - .seconds(30))
        // Whole numbers are percentages: the battery is nearly empty.
        #expect(vehicle.battery?.percent == 1)
    }

    @Test("Fields of version 1.2 are read from a document that calls itself 2.0")
    func oldFields() throws {
        let text = """
            {"version": "2.0.0", "vehicles": [{"device_id": "d1", "provider_id": "p", \
            "vehicle_id": 77, "vehicle_type": "scooter", "propulsion_types": "electric", \
            "last_vehicle_state": "NON_OPERATIONAL", "battery_pct": "0.57", "current_location": \
            {"type": "Feature", "geometry": {"type": "Point", "coordinates": ["5.1", "52.1", 3]}}}]}
            """
        let vehicle = try #require(try vehiclesDocument(text).vehicles.first)
        #expect(vehicle.code == "77")
        #expect(vehicle.state == .nonOperational)
        #expect(vehicle.propulsionType == "electric")
        #expect(vehicle.battery?.percent == 57)
        #expect(vehicle.position == Position(latitude: 52.1, longitude: 5.1))
    }

    @Test(
        "A vehicle that is elsewhere with a customer is in use",
        arguments: [
            (#"["trip_start"]"#, VehicleState.onTrip), (#"["reservation_start"]"#, .reserved),
            (#"["trip_leave_jurisdiction"]"#, .elsewhere), ("[]", .elsewhere), ("null", .elsewhere),
        ])
    func elsewhere(events: String, expected: VehicleState) throws {
        let old = """
            {"data": {"vehicles": [{"device_id": "d", "provider_id": "p", \
            "last_vehicle_state": "elsewhere", "last_event_types": \(events)}]}}
            """
        let new = """
            {"vehicles_status": [{"device_id": "d", "last_event": \
            {"vehicle_state": "elsewhere", "event_types": \(events)}}]}
            """
        for text in [old, new] {
            #expect(try vehiclesDocument(text).vehicles.map(\.state) == [expected])
        }
    }

    @Test("A state that no version has is unknown, and the vehicle stays listed")
    func unknownState() throws {
        let text = """
            {"vehicles_status": [{"device_id": "d", "provider_id": "p", \
            "last_event": {"vehicle_state": "vaporized"}}]}
            """
        #expect(try vehiclesDocument(text).vehicles.map(\.state) == [.unknown])
    }

    @Test("Hostile values lose only themselves")
    func hostile() throws {
        let text = """
            {"vehicles_status": [{"device_id": "a", "provider_id": "p", "last_event": \
            {"vehicle_state": {"x": 1}, "timestamp": -5}, "last_telemetry": {"location": \
            {"lat": 91, "lng": 5}}}, {"device_id": "a\\u0000", "provider_id": "p"}, \
            {"provider_id": "p"}, 7, {"device_id": "b", "provider_id": "p", "current_location": \
            {"geometry": {"coordinates": [[1, 2], [3, 4]]}}, "battery_pct": -1, \
            "propulsion_types": [[["electric"]]], "last_event": {"vehicle_state": "available"}}]}
            """
        let document = try vehiclesDocument(text)
        #expect(document.vehicles.map(\.id) == ["a", "b"])
        #expect(document.vehicles.map(\.position) == [nil, nil])
        #expect(document.vehicles.map(\.battery) == [nil, nil])
        #expect(
            document.parseReport.skips.map(\.reason) == [
                "NUL in device_id", "no device_id", "not an object",
            ])
    }

    @Test("A vehicle of another format with a device_id keeps its own ID and its seconds")
    func otherFormat() throws {
        let text = """
            {"ttl": 60, "vehicles": [{"vehicle_id": "v1", "device_id": "x", "lat": 1, "lon": 2}]}
            """
        let document = try FeedDocument(vehicles: Array(text.utf8), at: "here")
        guard case .vehicles(let vehicles) = document.content else {
            throw FeedFailure(.content(.noVehicles), at: "here")
        }
        #expect(vehicles.vehicles.map(\.id) == ["v1"])
        #expect(vehicles.dialect == .gbfs && vehicles.format == "vehicles document")
        #expect(document.header.ttlSeconds == 60)
    }

    @Test("A loaded feed has stable IDs, codes, and vehicles that do not count")
    func loaded() async throws {
        let snapshot = try await load("mds/vehicles-1.2.json").snapshot
        #expect(snapshot.feed.format == "MDS 1.2.0")
        #expect(snapshot.feed.rotation == .no)
        #expect(snapshot.feed.hasCodes == true)
        #expect(snapshot.feed.outsidePublicSpace == 2)
        #expect(snapshot.total == 7 && snapshot.listedTotal == 5)
        #expect(snapshot.feed.ttlSeconds == 60)
        let gbfs = try await load("gbfs/3.0/gbfs.json").snapshot.feed
        #expect(gbfs.hasCodes == nil && gbfs.outsidePublicSpace == nil)
        #expect(try await load("mds/vehicles-1.2.json", feed: .sites).snapshot.sites.isEmpty)
    }
}
