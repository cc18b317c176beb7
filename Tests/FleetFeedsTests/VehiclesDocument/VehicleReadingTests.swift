import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A vehicle is joined with its type and the user's colors")
struct VehicleReadingTests {
    private static let scooter = VehicleType(
        id: "s1", formFactor: "scooter_standing", propulsionType: "electric", color: "navy blue",
        maxRangeMeters: 40_000)

    @Test("the user's color comes before the vehicle's, and that before the type's")
    func colors() throws {
        let text = """
            {"vehicles": [{"id": 1, "vehicle_type_id": "s1", "color": "BlueRed"},
            {"id": 2, "vehicle_type_id": "s1"}, {"id": 3, "vehicle_type_id": "other", "color": ""}]}
            """
        let plain = try vehiclesDocument(text, types: [Self.scooter])
        #expect(plain.vehicles.map { $0.color?.label } == ["blue-red", "navy-blue", nil])
        let red = try #require(VehicleColor("red"))
        let given = try vehiclesDocument(
            text, types: [Self.scooter], colors: ["s1": red, "other": red])
        #expect(given.vehicles.map { $0.color?.label } == ["red", "red", "red"])
    }

    @Test("a text of many thousand tones is no color")
    func endlessColor() throws {
        let tones = (0..<100_000).map(String.init).joined(separator: " ")
        #expect(try vehicle(#""color": "\#(tones)""#).color == nil)
    }

    @Test("a type that nobody describes is kept as it is written")
    func unknownType() throws {
        let vehicle = try vehicle(#""vehicle_type_id": 7, "form_factor": "moped""#)
        #expect(vehicle.typeID == "7")
        #expect(vehicle.formFactor == "moped")
    }

    @Test("of two types with one identifier the last one holds")
    func twiceTheType() throws {
        let types = [Self.scooter, VehicleType(id: "s1", formFactor: "moped")]
        #expect(try vehicle(#""vehicle_type_id": "s1""#, types: types).formFactor == "moped")
    }

    @Test("fuel comes before the range, and that before the feed's own battery")
    func battery() throws {
        let range = #""vehicle_type_id": "s1", "current_range_meters": 10000, "battery": 3"#
        let estimated = try vehicle(range, types: [Self.scooter]).battery
        #expect(estimated == Battery(percent: 25, isEstimated: true))
        let given = try vehicle(range + #", "current_fuel_percent": 0.29"#, types: [Self.scooter])
        #expect(given.battery == Battery(percent: 29))
        #expect(try vehicle(range).battery == Battery(percent: 3))
        let beyond = #""vehicle_type_id": "s1", "current_range_meters": 90000"#
        #expect(try vehicle(beyond, types: [Self.scooter]).battery?.percent == 100)
    }

    @Test("a rental link may be an object, a plain text or the app's")
    func rentalLinks() throws {
        #expect(try vehicle(#""rental_uris": "https://x""#).rentalURIs?.web == "https://x")
        #expect(try vehicle(#""qrURL": "https://y""#).rentalURIs?.web == "https://y")
        let apps = try vehicle(#""rental_uris": {"ios": "i://1", "android": "a://1"}"#).rentalURIs
        #expect(apps == RentalURIs(web: nil, android: "a://1", ios: "i://1"))
        #expect(try vehicle(#""rental_uris": {}"#).rentalURIs == nil)
    }

    @Test("codes that are alike only as Unicode are two; the last of equal bytes wins in its place")
    func duplicates() throws {
        let codes = (0..<5000).map { "v\(StableHash.hash(String($0)) % 3000)é" }
        let rows = codes.enumerated().map { #"{"id": "\#($1)", "station_id": "\#($0)"}"# }
        let document = try vehiclesDocument("[\(rows.joined(separator: ","))]")
        var order: [String] = []
        var last: [String: Int] = [:]
        for (index, code) in codes.enumerated() where last.updateValue(index, forKey: code) == nil {
            order.append(code)
        }
        #expect(document.vehicles.map(\.id) == order)
        #expect(document.vehicles.map(\.stationID) == order.map { last[$0].map(String.init) })
        #expect(document.reading.duplicates == codes.count - order.count)
    }
}
