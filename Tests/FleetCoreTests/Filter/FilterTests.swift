import Testing

@testable import FleetCore

@Suite("Filters")
struct FilterTests {
    private func matches(
        _ vehicle: Vehicle = Samples.full(), _ set: (inout Filter) -> Void
    ) -> Bool {
        var filter = Filter()
        set(&filter)
        return filter.matches(vehicle)
    }

    @Test("An empty filter matches every vehicle")
    func open() {
        #expect(matches { _ in })
        #expect(matches(Vehicle(id: "bare")) { _ in })
    }

    @Test(
        "A type is an ID, a form factor or the first word of one",
        arguments: [
            ("type-1", true), ("TYPE-1", true), ("scooter_standing", true), ("scooter", true),
            ("Scooter", true), ("scoot", false), ("scooter_", false), ("standing", false),
            ("type", false), ("", false),
        ])
    func types(type: String, expected: Bool) {
        #expect(matches { $0.types = ["car", type] } == expected)
        #expect(!matches(Vehicle(id: "bare")) { $0.types = [type] })
    }

    @Test(
        "A type is also an everyday word for a form factor, in any spelling",
        arguments: [
            ("bike", "bicycle"), ("BIKES", "bicycle"), ("bicycles", "bicycle"),
            ("Cargo bikes", "cargo_bicycle"), ("cargo-bike", "cargo_bicycle"),
            ("cargo", "cargo_bicycle"), ("cars", "car"), ("mopeds", "moped"),
            ("scooters", "scooter_seated"), ("scooter seated", "scooter_seated"),
            ("seated scooter", "scooter_seated"), ("Seated-Scooters", "scooter_seated"),
        ])
    func everydayTypes(type: String, formFactor: String) {
        let feed = FeedDescription(format: "GBFS 3.0")
        for other in ["bicycle", "cargo_bicycle", "car", "moped", "scooter_seated", "other"] {
            var vehicle = Vehicle(id: "a")
            vehicle.formFactor = other
            var filter = Filter()
            filter.types = [type]
            let isSelected = filter.resolvingNames(in: feed).matches(vehicle)
            #expect(isSelected == (other == formFactor), "\(other)")
        }
    }

    @Test(
        "A propulsion type selects the types that have it, also by its first word and with spaces",
        arguments: [
            ("electric", ["a", "e"]), ("ELECTRIC assist", ["a"]), ("electric_assist", ["a"]),
            ("human", ["h"]), ("elec", []), ("bicycle", ["a", "e", "h"]),
        ] as [(String, [String])])
    func propulsion(type: String, selected: [String]) {
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.setTypes([
            VehicleType(id: "a", propulsionType: "electric_assist"),
            VehicleType(id: "e", propulsionType: "electric"),
            VehicleType(id: "h", propulsionType: "human"), VehicleType(id: "x"),
        ])
        let vehicles = ["a", "e", "h", "x"].map { id in
            var vehicle = Vehicle(id: id)
            vehicle.typeID = id
            vehicle.formFactor = id == "x" ? "other" : "bicycle"
            return vehicle
        }
        var filter = Filter()
        filter.types = [type]
        let resolved = filter.resolvingNames(in: feed)
        #expect(vehicles.filter(resolved.matches).map(\.id) == selected)
    }

    @Test("Only the selected states match", arguments: VehicleState.allCases)
    func states(state: VehicleState) {
        #expect(matches { $0.states = [state] } == (state == .available))
        #expect(matches(Vehicle(id: "bare")) { $0.states = [state] } == (state == .unknown))
    }

    @Test(
        "Without selected states, only vehicles in the public space match",
        arguments: VehicleState.allCases)
    func publicSpace(state: VehicleState) {
        var vehicle = Vehicle(id: "a")
        vehicle.setState(state)
        let isElsewhere = [.missing, .elsewhere, .removed, .stolen, .retired].contains(state)
        #expect(Filter().matches(vehicle) == !isElsewhere)
        #expect(Filter.everything.matches(vehicle))
        var filter = Filter()
        filter.states = [state]
        #expect(filter.matches(vehicle))
    }

    @Test("A search finds the code on a vehicle, also by a part or a pattern")
    func code() {
        var vehicle = Vehicle(id: "5f7e1d2a")
        vehicle.code = "NL 2001"
        for (search, isFound) in [("nl 2001", true), ("200", true), ("NL*", true), ("2002", false)]
        {
            var filter = Filter()
            filter.search = search
            #expect(filter.matches(vehicle) == isFound)
        }
    }

    @Test("A charge matches between the limits, both included, and never if unknown")
    func battery() {
        #expect(matches { $0.battery = ValueRange(minimum: 68, maximum: 68) })
        #expect(!matches { $0.battery = ValueRange(minimum: 68.1, maximum: nil) })
        #expect(!matches { $0.battery = ValueRange(minimum: nil, maximum: 67.9) })
        #expect(
            !matches(Vehicle(id: "bare")) { $0.battery = ValueRange(minimum: 0, maximum: nil) })
        #expect(ValueRange(minimum: nil, maximum: nil) == nil)
    }

    @Test("An area matches vehicles within its radius, none without a position")
    func area() throws {
        let center = try #require(Position(latitude: 48.856614, longitude: 2.35))
        #expect(matches { $0.area = Area(center: center, radiusMeters: 170) })
        #expect(!matches { $0.area = Area(center: center, radiusMeters: 150) })
        #expect(!matches(Vehicle(id: "bare")) { $0.area = Area(center: center, radiusMeters: 1e9) })
    }

    @Test(
        "A search matches the ID, type, form factor, station and color, ignoring case",
        arguments: [
            ("dcs", true), ("S-F", true), ("TYPE-1", true), ("standing", true), ("ion-7", true),
            ("blueRED", true), ("", true), ("electric", false), ("dcs-feo-", false),
        ])
    func search(text: String, expected: Bool) {
        #expect(matches { $0.search = text } == expected)
    }

    @Test(
        "A station matches its vehicles, comparing the ID byte by byte",
        arguments: [
            ("station-7", true), ("STATION-7", false), ("station-", false), ("station-71", false),
            ("", false),
        ])
    func station(id: String, expected: Bool) {
        #expect(matches { $0.station = id } == expected)
        #expect(!matches(Vehicle(id: "bare")) { $0.station = id })
        var vehicle = Vehicle(id: "a")
        vehicle.stationID = "e\u{301}"
        #expect(matches(vehicle) { $0.station = "e\u{301}" })
        #expect(!matches(vehicle) { $0.station = "é" })
    }

    @Test("A vehicle must match every part")
    func all() throws {
        let red = try #require(ColorFilter(["red"]))
        #expect(
            matches {
                $0.color = red; $0.types = ["scooter"]; $0.states = [.available]
            })
        #expect(
            !matches {
                $0.color = red; $0.types = ["car"]
            })
    }

    @Test("A range matches between its limits, and never if unknown")
    func range() {
        var vehicle = Vehicle(id: "a")
        vehicle.currentRangeMeters = 6000
        #expect(matches(vehicle) { $0.range = ValueRange(minimum: 6000, maximum: nil) })
        #expect(!matches(vehicle) { $0.range = ValueRange(minimum: nil, maximum: 5999) })
        #expect(
            !matches(Vehicle(id: "bare")) { $0.range = ValueRange(minimum: nil, maximum: 9e9) })
    }

    @Test("An idle vehicle has not reported or not moved for the duration, as far as that is known")
    func idle() {
        var vehicle = Vehicle(id: "a")
        vehicle.lastReported = Timestamp(seconds: 1000)
        var still = Vehicle(id: "still")
        still.lastReported = Timestamp(seconds: 1050)
        still.stillSince = Timestamp(seconds: 1000)
        let idle = IdlePeriod(.seconds(60))
        #expect(!matches(vehicle) { $0.idle = idle })
        for (now, isIdle) in [(1059.0, false), (1060, true)] {
            var filter = Filter()
            filter.idle = idle
            filter = filter.at(Timestamp(seconds: now))
            #expect(filter.matches(vehicle) == isIdle)
            #expect(filter.matches(still) == isIdle)
            #expect(!filter.matches(Vehicle(id: "bare")))
        }
    }

    @Test("A rectangle includes its edges, and may cross the 180th meridian")
    func box() throws {
        func box(_ corners: [Double]) throws -> BoundingBox? {
            BoundingBox(
                southWest: try #require(Position(latitude: corners[0], longitude: corners[1])),
                northEast: try #require(Position(latitude: corners[2], longitude: corners[3])))
        }
        func matches(_ latitude: Double, _ longitude: Double, _ corners: [Double]) throws -> Bool {
            var (vehicle, filter) = (Vehicle(id: "a"), Filter())
            vehicle.position = Position(latitude: latitude, longitude: longitude)
            filter.box = try box(corners)
            return filter.matches(vehicle)
        }
        #expect(try matches(48, 2, [48, 2, 49, 3]))
        #expect(try !matches(48, 3.1, [48, 2, 49, 3]))
        #expect(try !matches(47.9, 2, [48, 2, 49, 3]))
        #expect(try matches(-17, 179.5, [-18, 179, -16, -179]))
        #expect(try matches(-17, -179.5, [-18, 179, -16, -179]))
        #expect(try !matches(-17, 0, [-18, 179, -16, -179]))
        #expect(try box([49, 2, 48, 3]) == nil)
    }

    @Test(
        "A pattern with wildcards matches whole texts, by characters, ignoring case",
        arguments: [
            ("a*", "abc", true), ("A*C", "abc", true), ("b*", "abc", false), ("*b*", "abc", true),
            ("a?c", "abc", true), ("a?", "abc", false), ("*", "", true), ("?", "", false),
            ("?", "é", true), ("??", "é", false), ("*?c", "c", false), ("*a*b", "aab", true),
            ("a*b*c", "axbxbxc", true), ("a**c", "ac", true), ("*\u{E9}", "caf\u{E9}", true),
            ("*é?", "éa", true),
        ])
    func patterns(pattern: String, text: String, expected: Bool) throws {
        #expect(try #require(SearchPattern(pattern)).matches(text) == expected)
    }

    @Test("A hostile pattern takes no longer than its length for each byte of the text")
    func hostilePattern() throws {
        let pattern = try #require(
            SearchPattern(String(repeating: "*a", count: 127) + "b"))
        #expect(!pattern.matches(String(repeating: "a", count: 20_000)))
        #expect(SearchPattern(String(repeating: "*", count: 257)) == nil)
        #expect(SearchPattern("plain") == nil)
    }
}
