import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A vehicle is joined with its type and the user's colors")
struct VehicleReaderTests {
    private static let scooter = VehicleType(
        id: "s1", formFactor: "scooter_standing", propulsionType: "electric", color: "navy blue",
        maxRangeMeters: 40_000)

    @Test("The user's color overrides the vehicle's, which overrides the type's")
    func colors() throws {
        let text = """
            {"vehicles": [{"id": 1, "vehicle_type_id": "s1", "color": "BlueRed"},
            {"id": 2, "vehicle_type_id": "s1"}, {"id": 3, "vehicle_type_id": "other", "color": ""}]}
            """
        let plain = try vehiclesDocument(text, types: [Self.scooter])
        #expect(plain.vehicles.map { $0.color?.label } == ["blue-red", "navy-blue", nil])
        let red = try #require(VehicleColor("red"))
        let overridden = try vehiclesDocument(
            text, types: [Self.scooter], colors: ["s1": red, "other": red])
        #expect(overridden.vehicles.map { $0.color?.label } == ["red", "red", "red"])
    }

    @Test("A text with thousands of words is not a color")
    func endlessColor() throws {
        let tones = (0..<100_000).map(String.init).joined(separator: " ")
        #expect(try vehicle(#""color": "\#(tones)""#).color == nil)
    }

    @Test("An unknown vehicle type keeps its ID")
    func unknownType() throws {
        let vehicle = try vehicle(#""vehicle_type_id": 7, "form_factor": "moped""#)
        #expect(vehicle.typeID == "7")
        #expect(vehicle.formFactor == "moped")
    }

    @Test("The last of two vehicle types with the same ID wins")
    func duplicateTypes() throws {
        let types = [Self.scooter, VehicleType(id: "s1", formFactor: "moped")]
        #expect(try vehicle(#""vehicle_type_id": "s1""#, types: types).formFactor == "moped")
    }

    @Test("The fuel level overrides the range, which overrides the feed's battery field")
    func battery() throws {
        let range = #""vehicle_type_id": "s1", "current_range_meters": 10000, "battery": 3"#
        let estimated = try vehicle(range, types: [Self.scooter]).battery
        #expect(estimated == Battery(percent: 25, isEstimated: true))
        let exact = try vehicle(range + #", "current_fuel_percent": 0.29"#, types: [Self.scooter])
        #expect(exact.battery == Battery(percent: 29))
        #expect(try vehicle(range).battery == Battery(percent: 3))
        let beyond = #""vehicle_type_id": "s1", "current_range_meters": 90000"#
        #expect(try vehicle(beyond, types: [Self.scooter]).battery?.percent == 100)
    }

    @Test("A rental link may be an object, a string or the app's qrURL")
    func rentalLinks() throws {
        #expect(try vehicle(#""rental_uris": "https://x""#).rentalURIs?.web == "https://x")
        #expect(try vehicle(#""qrURL": "https://y""#).rentalURIs?.web == "https://y")
        let apps = try vehicle(#""rental_uris": {"ios": "i://1", "android": "a://1"}"#).rentalURIs
        #expect(apps == RentalURIs(web: nil, android: "a://1", ios: "i://1"))
        #expect(try vehicle(#""rental_uris": {}"#).rentalURIs == nil)
    }

    @Test("IDs are compared as bytes; the last of equal ones wins, in the position of the first")
    func duplicates() throws {
        let ids = (0..<5000).map { "v\(StableHash.hash(String($0)) % 3000)é" }
        let rows = ids.enumerated().map { #"{"id": "\#($1)", "station_id": "\#($0)"}"# }
        let document = try vehiclesDocument("[\(rows.joined(separator: ","))]")
        var order: [String] = []
        var last: [String: Int] = [:]
        for (index, id) in ids.enumerated() where last.updateValue(index, forKey: id) == nil {
            order.append(id)
        }
        #expect(document.vehicles.map(\.id) == order)
        #expect(document.vehicles.map(\.stationID) == order.map { last[$0].map(String.init) })
        #expect(document.parseReport.duplicates == ids.count - order.count)
    }
}
