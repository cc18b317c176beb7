import Testing

@testable import FleetCore

@Suite("Typed filters")
struct FilterInputTests {
    private func input(_ address: String) -> FilterInput {
        var input = FilterInput()
        for item in address.split(separator: "&") {
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
            input.add(String(parts[1]), to: String(parts[0]))
        }
        return input
    }

    @Test("The fields of an address make the whole query")
    func allFields() throws {
        let query = try input(
            """
            color=red&color=blue-red&type=scooter,b1&state=available&state=reserved&min_battery=20\
            &max_battery=80.5&min_range=1km&max_range=6000&idle=2h&near=48.5, 2.25&within=500m\
            &bbox=48,2,49,3&station=s1&search=AB&sort=last_reported&reverse=1&limit=20
            """
        ).query(savedColors: .all)
        let paris = try #require(Position(latitude: 48.5, longitude: 2.25))
        var filter = Filter()
        filter.color = try #require(ColorFilter(["red", "blue-red"]))
        filter.types = ["scooter", "b1"]
        filter.states = [.available, .reserved]
        filter.battery = ValueRange(minimum: 20, maximum: 80.5)
        filter.range = ValueRange(minimum: 1000, maximum: 6000)
        filter.idle = IdlePeriod(.seconds(7200))
        filter.area = Area(center: paris, radiusMeters: 500)
        filter.box = BoundingBox(
            southWest: try #require(Position(latitude: 48, longitude: 2)),
            northEast: try #require(Position(latitude: 49, longitude: 3)))
        (filter.station, filter.search) = ("s1", "AB")
        #expect(query.filter == filter)
        #expect(query.order == .lastReported)
        #expect(query.isReversed)
        #expect(query.limit == 20)
    }

    @Test("Fields that a form left empty and names that are no field add nothing")
    func emptyFields() throws {
        var input = FilterInput()
        for field in FilterInput.Field.allCases {
            let isField = input.add("", to: field.rawValue)
            #expect(isField)
        }
        let isField = input.add("x", to: "min-battery")
        #expect(!isField)
        #expect(input == FilterInput())
        let saved = try #require(ColorFilter(["red"]))
        let query = try input.query(savedColors: saved)
        #expect(query.filter.color == saved)
        #expect(query.order == .id)
        #expect(query.limit == nil)
        #expect(!query.isReversed)
    }

    @Test("A location sorts by distance unless another field is selected")
    func orderByDistance() throws {
        let position = try #require(Position(latitude: -1, longitude: 2))
        #expect(try input("near=-1,2").order() == .distance(from: position))
        #expect(try input("near=-1,2&sort=battery").order() == .battery)
    }

    @Test(
        "An error names the field as the reader does",
        arguments: [
            ("color=", nil),
            ("color=red,,blue", "color must be a word such as red, or blue-red for two tones"),
            (
                "state=gone",
                "state must be one of: available, reserved, disabled, unknown, on_trip, stopped, "
                    + "non_operational, non_contactable, missing, elsewhere, removed, "
                    + "in_use, in_repair, lent, stolen, retired"
            ),
            ("min_battery=x", "min_battery must be a percentage between 0 and 100, such as 20%"),
            ("min_battery=9&max_battery=8", "min_battery is more than max_battery"),
            ("max_range=-1", "max_range must be 0 or more metres"),
            ("idle=0", "idle must be more than 0 seconds"),
            ("idle=1e999h", "idle must be a duration such as 30s, 5m, 24h or 7d"),
            ("near=91,0", "near must be LAT,LON in decimal degrees"),
            ("near=1,2,3", "near must be LAT,LON in decimal degrees"),
            ("within=5km", "within needs near LAT,LON"),
            ("near=1,2&within=far", "within must be a distance such as 500m, 6km, 1000ft or 0.3mi"),
            ("bbox=1,2,3", "bbox must be SOUTH,WEST,NORTH,EAST in decimal degrees"),
            ("bbox=3,2,1,4", "bbox needs the southern latitude first"),
            ("where=Shelf", "where must be a condition such as Shelf=A3"),
            (
                Array(repeating: "where=a=1", count: 51).joined(separator: "&"),
                "where must be at most 50 conditions"
            ),
            ("sort=distance", "sort distance needs near LAT,LON"),
            ("limit=-1", "limit must be 0 or more"), ("limit=1.5", "limit must be 0 or more"),
        ] as [(String, String?)])
    func errors(address: String, message: String?) {
        var found: String?
        do throws(FilterInputError) {
            _ = try input(address).query(savedColors: .all)
        } catch {
            found = error.message(naming: \.rawValue)
        }
        #expect(found == message)
    }

    @Test("A pattern that is too long is refused")
    func longPattern() throws {
        var input = FilterInput()
        input[.search] = "*" + String(repeating: "a", count: SearchPattern.maxBytes)
        let error = #expect(throws: FilterInputError.self) { try input.filter(savedColors: .all) }
        #expect(
            error?.message(naming: \.option)
                == "--search with * or ? must be at most \(SearchPattern.maxBytes) bytes long")
    }

    @Test(
        "The order is reversed by 1 or true, and no other value is ignored",
        arguments: [("1", true), ("true", true), ("0", false), ("false", false), ("yes", nil)])
    func reversed(value: String, isReversed: Bool?) {
        let query = try? input("reverse=" + value).query(savedColors: .all)
        #expect(query?.isReversed == isReversed)
    }
}
