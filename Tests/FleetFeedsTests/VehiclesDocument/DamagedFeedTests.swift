import FleetCore
import JSON
import Testing

@testable import FleetFeeds

@Suite("A damaged feed loses only the damaged parts")
struct DamagedFeedTests {
    struct Case: Sendable, CustomStringConvertible {
        var name: String
        var ids: [String]
        var skipped: [Int] = []
        var duplicates = 0
        var repairs = 0
        var description: String { name }
    }

    private static func ids(_ numbers: Int...) -> [String] { numbers.map { "b\($0)" } }

    static let cases = [
        Case(name: "bad-values.json", ids: ids(1, 2, 3, 4)),
        Case(name: "bare-array.json", ids: ids(1, 2, 3)),
        Case(name: "bikes-in-3.0.json", ids: ids(1, 2)),
        Case(name: "bikes-without-envelope.json", ids: ids(1, 2)),
        Case(name: "booleans-as-words.json", ids: ids(1, 2, 3, 4, 5)),
        Case(name: "both-lists.json", ids: ["b1", "v1"]),
        Case(name: "byte-order-mark.json", ids: ids(1)),
        Case(name: "control-characters.json", ids: ["b 1", "b 2"], repairs: 1),
        Case(name: "duplicate-ids.json", ids: ["b1", "b2", "é", "e\u{301}"], duplicates: 2),
        Case(name: "empty-array.json", ids: []),
        Case(name: "empty-strings.json", ids: ["b1", "v2"]),
        Case(name: "energy.json", ids: ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
        Case(name: "invalid-utf8.json", ids: ["b\u{FFFD}1", "b2\u{FFFD}", "b3"], repairs: 2),
        Case(name: "keys-twice.json", ids: ids(1)),
        Case(name: "lone-surrogate.json", ids: ["🚲"], skipped: [0, 1], repairs: 1),
        Case(name: "missing-ids.json", ids: ids(1, 6), skipped: [1, 2, 3, 4]),
        Case(name: "no-objects.json", ids: ids(1, 3), skipped: [1, 2, 3, 4, 5]),
        Case(name: "null-bikes.json", ids: []),
        Case(name: "null-fields.json", ids: ids(1, 2, 3)),
        Case(name: "numbers-as-strings.json", ids: ids(1, 2, 3, 4)),
        Case(name: "numeric-ids.json", ids: ["1", "12345678901234567890123", "-3"]),
        Case(name: "other-names.json", ids: ids(1, 2, 3, 4)),
        Case(name: "positions.json", ids: ids(1, 2, 3, 4, 5, 6, 7)),
        Case(name: "times.json", ids: ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
        Case(name: "ttl-as-text.json", ids: ids(1)),
        Case(name: "ttl-negative.json", ids: ids(1)),
        Case(name: "vehicles-without-envelope.json", ids: ["v1"]),
        Case(name: "wrong-version.json", ids: ids(1)),
    ]

    @Test("All undamaged vehicles are read", arguments: cases)
    func reads(_ expected: Case) throws {
        let document = try vehiclesDocument(Fixture.bytes("damaged/read/" + expected.name))
        #expect(document.vehicles.map { Array($0.id.utf8) } == expected.ids.map { Array($0.utf8) })
        #expect(document.parseReport.skips.map(\.index) == expected.skipped)
        #expect(document.parseReport.skipped == expected.skipped.count)
        #expect(document.parseReport.duplicates == expected.duplicates)
        #expect(document.parseReport.repairs == expected.repairs)
    }

    @Test("Every fixture is in the table")
    func complete() throws {
        #expect(try Fixture.names(in: "damaged/read") == Self.cases.map(\.name).sorted())
        #expect(try Fixture.names(in: "damaged/refused") == Self.refused.map(\.0).sorted())
    }

    static let refused: [(String, FeedFailure.Reason?)] = [
        ("array-of-numbers.json", .content(.noVehicles)),
        ("bikes-as-object.json", .content(.noVehicles)),
        ("byte-order-mark-only.json", .content(.empty)), ("deep.json", .content(.tooDeep)),
        ("empty.json", .content(.empty)),
        ("empty-object.json", .content(.noVehicles)), ("missing-comma.json", nil),
        ("null.json", .content(.null)),
        ("number.json", .content(.noVehicles)), ("stations.json", .content(.noVehicles)),
        ("string.json", .content(.noVehicles)),
        ("text.txt", nil), ("truncated.json", .content(.notJSON("unexpected end"))),
        ("two-documents.json", nil), ("web-page.html", .content(.html)),
        ("white-space.json", .content(.empty)),
    ]

    @Test("A document without vehicles is rejected with the reason", arguments: refused)
    func refuses(name: String, expected: FeedFailure.Reason?) throws {
        let bytes = try Fixture.bytes("damaged/refused/" + name)
        let reason = reason { _ = try FeedDocument(vehicles: bytes, at: name) }
        if let expected {
            #expect(reason == expected)
        } else if case .content(.notJSON(let detail)) = reason {
            #expect(!detail.isEmpty)
        } else {
            Issue.record("\(name) gives \(String(describing: reason))")
        }
    }

    @Test("Values are read as intended")
    func values() throws {
        func vehicles(_ name: String) throws -> [Vehicle] {
            try vehiclesDocument(Fixture.bytes("damaged/read/\(name).json")).vehicles
        }
        #expect(
            try vehicles("booleans-as-words").map(\.state)
                == [.disabled, .reserved, .disabled, .reserved, .unknown])
        #expect(
            try vehicles("positions").map { $0.position != nil }
                == [false, false, false, true, true, false, false])
        #expect(
            try vehicles("numbers-as-strings").map { $0.position?.longitude }
                == [2.35, nil, nil, nil])
        #expect(
            try vehicles("times").map { $0.lastReported.map { ($0 - noon).milliseconds } }
                == [0, 0, 0, 123, 0, 0, 500, 500, nil, nil, nil, nil])
        #expect(
            try vehicles("energy").map { $0.battery?.percent }
                == [57, 57, 68, nil, nil, nil, nil, 1, 100, 0.5])
        #expect(try vehicles("energy").map(\.currentRangeMeters).compactMap { $0 } == [1e300])
        let nulls = try vehicles("null-fields")
        #expect(nulls[0] == Vehicle(id: "b1"))
        #expect(
            nulls[2].rentalURIs
                == RentalURIs(web: "https://rent.example.org/b3", android: nil, ios: nil))
        #expect(try vehicles("empty-strings")[0].stationID == nil)
        #expect(try vehicles("keys-twice").first?.position?.latitude == 48.5)
        #expect(try vehicles("duplicate-ids").first?.isDisabled == true)
        #expect(try vehicles("bad-values").map { $0.position == nil } == [true, true, true, true])
    }

    @Test("State, type and state of charge are read under alternative field names")
    func otherNames() throws {
        let bytes = try Fixture.bytes("damaged/read/other-names.json")
        let vehicles = try vehiclesDocument(bytes).vehicles
        #expect(vehicles.map(\.state) == [.available, .available, .reserved, .available])
        #expect(vehicles.map(\.typeID) == ["bicycle", "2", "bike", "moped"])
        #expect(vehicles.map(\.formFactor) == ["bicycle", "scooter", nil, "moped"])
        #expect(vehicles.map { $0.battery?.percent } == [83, nil, 40, 7])
    }

    @Test("Every skip has a reason")
    func reasons() throws {
        let text = #"{"data": {"bikes": [7, {}]}, "vehicles": [{"id": ""}]}"#
        let parseReport = try vehiclesDocument(text).parseReport
        #expect(
            parseReport.skips.map(\.reason) == ["not an object", "no bike_id", "no vehicle_id"])
        #expect(parseReport.skips.map(\.index) == [0, 1, 0])
    }

    @Test("A vehicle whose ID contains a NUL byte is skipped, whatever the document's shape")
    func nulInID() throws {
        let list = #"[{"bike_id": "a"}, {"vehicle_id": "b\u0000b", "id": "c"}, {"id": "\u0000"}]"#
        for text in [#"{"data": {"bikes": \#(list)}}"#, #"{"vehicles": \#(list)}"#, list] {
            let document = try vehiclesDocument(text)
            #expect(document.vehicles.map(\.id) == ["a"])
            #expect(document.total == 1)
            #expect(document.parseReport.skips.map(\.index) == [1, 2])
            #expect(
                document.parseReport.skips.map(\.reason) == ["NUL in vehicle_id", "NUL in id"])
            #expect(
                document.parseReport.notices
                    == ["2 vehicles skipped, first at index 1: NUL in vehicle_id"])
        }
    }

    @Test("Vehicles whose IDs differ only in a lone surrogate are skipped, not merged")
    func loneSurrogateInID() throws {
        let document = try vehiclesDocument(
            #"""
            {"vehicles": [{"id": "a\ud800"}, {"id": "a\udfff"}, {"id": "b", "station_id": "\udc00x"},
            {"vehicle_id": "\ud83d", "id": "c"}, {"id": "\ud83d\udeb2"}]}
            """#)
        #expect(document.vehicles.map(\.id) == ["b", "🚲"])
        #expect(document.vehicles[0].stationID == "\u{FFFD}x")
        #expect(document.parseReport.skips.map(\.index) == [0, 1, 3])
        #expect(document.parseReport.duplicates == 0)
        #expect(
            document.parseReport.notices == [
                "3 vehicles skipped, first at index 0: lone surrogate in id",
                "4 invalid characters were replaced",
            ])
    }

    @Test("A document with more vehicles than the budget fails with their number")
    func tooMany() throws {
        let bytes = Array(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#.utf8)
        #expect(throws: FeedFailure(.size(.overBudget(.vehicles, limit: 2, size: 3)), at: "here")) {
            try FeedDocument(vehicles: bytes, at: "here", maxVehicles: 2)
        }
        #expect(throws: Never.self) {
            try FeedDocument(vehicles: bytes, at: "here", maxVehicles: 3)
        }
    }
}
