import Testing

@testable import FleetCore

@Suite("GBFS lists")
struct GBFSListTests {
    private func vehicle(_ set: (inout Vehicle) -> Void) throws -> String? {
        var vehicle = Samples.full()
        set(&vehicle)
        let bytes = try Samples.written([vehicle], as: .gbfs).bytes
        return try Oracle.jq(".data.vehicles[]", input: bytes).first
    }

    @Test("a vehicle has the members of GBFS 3.0")
    func full() throws {
        #expect(
            try vehicle { _ in } == #"{"vehicle_id":"DCS-FEO","lat":48.856614,"lon":2.3522219,"#
                + #""is_reserved":false,"is_disabled":false,"vehicle_type_id":"type-1","#
                + #""last_reported":"2024-05-01T11:58:30Z","current_range_meters":12345.5,"#
                + #""current_fuel_percent":0.68,"station_id":"station-7","rental_uris":"#
                + #"{"android":"app://rent/1","ios":"app:rent","#
                + #""web":"https://example.com/rent?id=1"}}"#)
    }

    @Test("a vehicle without location, state or valid ID is omitted")
    func omitted() throws {
        #expect(
            try vehicle {
                $0.position = nil; $0.stationID = nil
            } == nil)
        #expect(
            try vehicle {
                $0.position = nil; $0.stationID = "a b"
            } == nil)
        #expect(
            try vehicle {
                $0.isReserved = nil; $0.isDisabled = nil
            } == nil)
        for id in ["", "a b", "é", "a\u{7F}"] { #expect(try vehicle { $0.id = id } == nil) }
    }

    @Test(
        "a vehicle on a trip or outside the public space is omitted",
        arguments: VehicleState.allCases)
    func states(state: VehicleState) throws {
        let isListed = try vehicle { $0.setState(state) } != nil
        #expect(
            isListed == [.available, .reserved, .disabled, .nonOperational].contains(state))
    }

    @Test("a station is enough of a location, and one boolean enough of a state")
    func enough() throws {
        let docked = try #require(
            try vehicle {
                $0.position = nil; $0.isReserved = nil
            })
        #expect(
            docked.hasPrefix(#"{"vehicle_id":"DCS-FEO","is_reserved":false,"is_disabled":false,"#))
        #expect(docked.contains(#""station_id":"station-7""#))
    }

    @Test("the feed's own battery level becomes a fraction, an estimate does not")
    func battery() throws {
        let own = try vehicle { $0.currentFuelPercent = nil }
        #expect(try #require(own).contains(#""current_fuel_percent":0.68,"#))
        let estimated = try vehicle {
            $0.currentFuelPercent = nil
            $0.battery = Battery(percent: 68, isEstimated: true)
        }
        #expect(!(try #require(estimated).contains("current_fuel_percent")))
    }

    @Test(
        "a time to live is a whole number of seconds, at most a day",
        arguments: [
            (nil, 0), (0, 0), (59.9, 59), (-1, 0), (.infinity, 86_400), (.nan, 0), (1e300, 86_400),
        ] as [(Double?, Int)])
    func ttl(seconds: Double?, expected: Int) throws {
        var header = Samples.header(0)
        header.feed.ttlSeconds = seconds
        let bytes = try Samples.written([], as: .gbfs, header: header).bytes
        #expect(try Oracle.jq(".ttl", input: bytes) == ["\(expected)"])
    }

    @Test(
        "the update time is the feed's or else the time of receipt, limited to the years 1 to 9999")
    func updated() throws {
        var header = Samples.header(0)
        func written() throws -> [String] {
            try Oracle.jq(
                ".last_updated", input: try Samples.written([], as: .gbfs, header: header).bytes)
        }
        #expect(try written() == [#""2024-05-01T11:59:48Z""#])
        header.feed.lastUpdated = Timestamp(milliseconds: .max)
        #expect(try written() == [#""2024-05-01T11:59:50Z""#])
        header.feed.lastUpdated = nil
        #expect(try written() == [#""2024-05-01T11:59:50Z""#])
        header.fetchedAt = Timestamp(milliseconds: .max)
        #expect(try written() == [#""9999-12-31T23:59:59.999Z""#])
    }
}
