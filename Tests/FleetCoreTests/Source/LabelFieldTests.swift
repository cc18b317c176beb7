import Testing

@testable import FleetCore

@Suite("Label fields")
struct LabelFieldTests {
    private func id(_ pattern: String, in link: String) throws -> String? {
        var vehicle = Vehicle(id: "v")
        vehicle.rentalURIs = RentalURIs(web: link, android: nil, ios: nil)
        return try LabelField("rental_uris.web:" + pattern).idExtractor()(vehicle)
    }

    @Test(
        "the first group of the first match is the ID, or the whole match without groups",
        arguments: [
            ("code=([A-Z0-9]+)", "https://e.org/?code=AB1&code=CD2", "AB1"),
            ("[0-9]+", "x12y34", "12"), ("(?i)CODE=(.)(.)", "code=éa", "é"),
            ("/(自転車.)", "/自転車🚲x", "自転車🚲"), ("(a)|b", "b", nil), ("x(y*)", "x", ""),
            ("^$", "x", nil), ("(?P<id>[0-9]+)$", "a1b22", "22"), ("é", "e\u{301}", nil),
        ] as [(String, String, String?)])
    func extracts(pattern: String, link: String, expected: String?) throws {
        #expect(try id(pattern, in: link).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "patterns on which other engines backtrack for ever are matched",
        .timeLimit(.minutes(5)),
        arguments: [
            "(a*)*b", "(a|aa)+$", "(x+x+)+y", "(.*)(.*)(.*)(.*)(.*)b", "^(([a-z])+.)+[A-Z]$",
        ])
    func hostile(pattern: String) throws {
        let extract = try LabelField("rental_uris.web:" + pattern).idExtractor()
        var vehicle = Vehicle(id: "v")
        let link = String(repeating: "a", count: LabelField.linkLimit - 1) + "!"
        vehicle.rentalURIs = RentalURIs(web: link, android: nil, ios: nil)
        #expect(extract(vehicle) == nil)
        vehicle.rentalURIs = RentalURIs(web: link + "aa", android: nil, ios: nil)
        #expect(extract(vehicle) == nil, "longer links are not searched")
    }

    @Test(
        "a pattern that RE2 refuses is refused with its message",
        arguments: [
            ("(a", "missing ): (a"), ("(?=a)", "invalid perl operator: (?="),
            (#"(a)\1"#, #"invalid escape sequence: \1"#), ("a**", "bad repetition operator: **"),
            ("a{1001}", "invalid repetition size: {1001}"),
            ("((((a{100}){100}){100}){100})", nil),
        ] as [(String, String?)])
    func invalid(pattern: String, cause: String?) {
        let error = #expect(throws: LabelFieldError.self) {
            try LabelField("rental_uris.web:" + pattern)
        }
        if let cause { #expect(error?.cause == cause) }
    }

    @Test(
        "other texts are refused",
        arguments: [
            "", "vehicle", "rental_uris.web", "rental_uris.web:", "rental_uris.x:a", "web:a",
            "property:", "properties", "rental_uris", "distance", "rotating_id", "source",
        ])
    func unknown(text: String) {
        #expect(throws: LabelFieldError.self) { try LabelField(text) }
    }

    @Test(
        "a field is written as it was read",
        arguments: [
            "vehicle_id", "code", "name", "property:Asset tag", "station_id",
            "rental_uris.ios:a:(b)",
        ])
    func text(text: String) throws {
        #expect(try LabelField(text).text == text)
    }

    @Test("every field and property of a vehicle can have the stable ID")
    func fields() throws {
        var vehicle = Vehicle(id: "v")
        (vehicle.stationID, vehicle.name) = ("S-1", "Ada")
        vehicle.properties = CustomProperties([("Frame", "F-9")])
        for (field, id) in [
            ("station", "S-1"), ("name", "Ada"), ("property:Frame", "F-9"), ("id", "v"),
            ("region_id", nil), ("property:Shelf", nil),
        ] as [(String, String?)] {
            #expect(try LabelField(field).idExtractor()(vehicle) == id, "\(field)")
        }
        #expect(try LabelField("id") == .vehicleID)
    }
}
