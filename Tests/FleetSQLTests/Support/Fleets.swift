import FleetCore
import FleetSQL
import Foundation

/// SplitMix64 generator, so a failing property can be reproduced from its seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Generator of fleets with the worst strings that a feed can contain.
struct HostileFleet {
    /// NUL, canonical equivalents, wildcards, quotes, case, four-byte Unicode, the empty string.
    static let texts = [
        "", "a", "A", "ab", "AB", "aB", "a\0", "a\0b", "A\0B", "\0", "é", "e\u{301}", "É", "%", "_",
        "a%", "a_b", "'", "\"", "'; DROP TABLE vehicle; --", "😀", "a😀b", "\u{FFFD}", "İ", "ß",
        "scooter", "scooter_standing", "Scooter_Seated", "scooterx", "scooter`", "bicycle", "zz",
        "a ",
    ]
    /// Names of properties, and values, none of which have a NUL.
    static let properties = ["Shelf", "Fach \"x\" \\", "Größe"]
    static let values = [
        "", "A3", "a3", "7", "12", "0.5", "1.", "1.2.3", ".5", "-1", "1e3", "é", "É", "%", "A*",
        "\"",
        "123456789012345", "1234567890123456", "😀", "a\nb", "a\"b\\c", "\\", "\\\\", "/", "a/b",
        "u00e9", "\\u00e9", "\u{2028}x", "a\u{7F}b", "é\"É", "Shelf", "\",\"", "?",
    ]
    static let colors = [
        "red", "Red", "BlueRed", "blue red", "red\0", "navy blue", "é", "e\u{301}", "YellowBlue",
        "all", "😀 green",
    ]

    var numbers: SeededGenerator
    private let texts: [String]
    private let colors: [String]

    /// Creates a generator of texts that a database can store.
    init(seed: UInt64, _ dialect: SQLDialect = .sqlite) {
        numbers = SeededGenerator(state: seed)
        texts = Self.texts.map(dialect.storable)
        colors = Self.colors.map(dialect.storable)
    }

    mutating func vehicles(_ count: Int) -> [Vehicle] {
        var ids: Set<[UInt8]> = []
        var vehicles: [Vehicle] = []
        for _ in 0..<count {
            let vehicle = vehicle(text() + text())
            if ids.insert(Array(vehicle.id.utf8)).inserted { vehicles.append(vehicle) }
        }
        return vehicles
    }

    mutating func vehicle(_ id: String) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.position = maybe { $0.position() }
        vehicle.isReserved = maybe { Bool.random(using: &$0.numbers) }
        vehicle.isDisabled = maybe { Bool.random(using: &$0.numbers) }
        if let state = rarely({ $0.one(VehicleState.allCases) }) { vehicle.setState(state) }
        vehicle.code = rarely { $0.text() }
        vehicle.typeID = maybe { $0.text() }
        vehicle.formFactor = maybe { $0.text() }
        vehicle.propulsionType = maybe { $0.text() }
        vehicle.color = maybe { VehicleColor($0.colors.randomElement(using: &$0.numbers)!)! }
        vehicle.currentRangeMeters = maybe { $0.one([0, 1, 2.5, 1e300, .infinity, -.infinity]) }
        vehicle.currentFuelPercent = maybe { $0.one([0, 0.5, 1]) }
        vehicle.battery = maybe {
            Battery(percent: $0.one([0, 1, 50, 99.5, 100]), isEstimated: $0.one([true, false]))!
        }
        vehicle.lastReported = maybe {
            Timestamp(milliseconds: $0.one([0, 1, -1, .max, .max - 1, .min, 1_700_000_000_000]))
        }
        vehicle.stationID = maybe { $0.text() }
        vehicle.regionID = maybe { $0.text() }
        vehicle.pricingPlanID = rarely { $0.text() }
        vehicle.rentalURIs = maybe { RentalURIs(web: $0.text(), android: nil, ios: $0.text())! }
        vehicle.measurements = rarely { $0.measurements() } ?? []
        vehicle.name = rarely { $0.text() }
        vehicle.isListed = rarely { Bool.random(using: &$0.numbers) }
        vehicle.properties = CustomProperties(
            Self.properties.compactMap { name in
                maybe { (name, $0.one(Self.values)) }
            })
        return vehicle
    }

    mutating func query() -> VehicleQuery {
        var query = VehicleQuery()
        query.filter.color = maybe { $0.colorFilter() } ?? .all
        query.filter.types = maybe { [$0.text(), $0.text()] } ?? []
        query.filter.states = maybe { Set([$0.one(VehicleState.allCases)]) } ?? []
        query.filter.battery = maybe {
            ValueRange(minimum: $0.one([nil, 1, 50]), maximum: $0.one([nil, 99.5, 10]))
        }.flatMap { $0 }
        query.filter.range = rarely {
            ValueRange(minimum: $0.one([nil, 1, .nan]), maximum: $0.one([nil, 2.5, .infinity]))
        }.flatMap { $0 }
        query.filter.idle = rarely {
            IdlePeriod(
                .milliseconds($0.one([0, 1, .max])),
                before: $0.one([nil, 1, 2500, 3000, Int64.max]).map(Timestamp.init(milliseconds:)))
        }
        query.filter.alarms =
            rarely {
                $0.one([[.tippedOver], [.temperature, .speed], Set(Quantity.allCases)])
            } ?? []
        query.filter.handled = rarely {
            VehicleIDs([$0.text() + $0.text(), $0.text(), $0.text() + $0.text()])
        }
        query.filter.box = rarely { $0.box() }.flatMap { $0 }
        query.filter.zones = rarely { $0.zones() }
        query.filter.rules = rarely { $0.rules() }
        query.filter.area = maybe {
            Area(
                center: $0.position(),
                radiusMeters: $0.one([0, 1e4, 5e6, 2.1e7, .infinity, .nan, -1]))
        }
        query.filter.station = rarely { $0.text() }
        query.filter.regions = rarely { [$0.text(), $0.text()] } ?? []
        query.filter.search = maybe {
            let value = $0.one(Self.values)
            return $0.one([
                $0.text(), $0.text() + "*", "?" + $0.text(), "*b?", value, value, value + "*",
                "*" + value, String(value.dropFirst()), String(value.dropLast()),
            ])
        }
        query.filter.ids = rarely { VehicleIDs([$0.text(), $0.text() + $0.text()]) }
        query.filter.favorites = maybe { VehicleIDs([$0.text(), $0.text(), $0.text()]) }
        query.filter.conditions =
            rarely {
                let (name, sign) = ($0.one(Self.properties), $0.one(["=", "!="]))
                let value = $0.one(Self.values + ["a*", "?", "*"])
                return [PropertyCondition(name + sign + value)].compactMap(\.self)
            } ?? []
        query.filter.isListed = rarely { Bool.random(using: &$0.numbers) }
        query.order = one([
            .id, .id, .battery, .range, .lastReported, .distance(from: position()),
            .property(one(Self.properties)),
        ])
        query.isReversed = Bool.random(using: &numbers)
        query.limit = one([nil, nil, 0, 1, 7, .max])
        return query
    }

    private mutating func colorFilter() -> ColorFilter {
        ColorFilter(
            one([["red"], ["blue-red", "é"], ["unknown"], ["purple"], ["red", "unknown"]]))!
    }

    private mutating func box() -> BoundingBox? {
        BoundingBox(southWest: position(), northEast: position())
    }

    /// Areas that cross the positions of the vehicles, also beyond the 180th meridian.
    private mutating func zones() -> ZoneFilter {
        let areas = (0..<one([0, 1, 3])).compactMap { _ in
            let ring = (0..<one([3, 5])).compactMap { _ in
                ZonePolygon.Point(
                    longitude: one([-200, -179, 1, 2, 3, 181, 340]),
                    latitude: one([-90, -1, 48, 48.85, 49, 90]))
            }
            return ZoneArea([ZonePolygon(rings: [ring])].compactMap(\.self))
        }
        return ZoneFilter(names: one([[], ["none"]]), areas: areas)
    }

    /// A rule of zones that cross the positions of the vehicles, or one that holds everywhere.
    private mutating func rules() -> RuleFilter {
        let zones = zones().areas.map { area in
            var (zone, rule) = (Zone(name: "z", area: area), ZoneRule())
            (rule.allowsEnd, rule.typeIDs) = (one([true, false, nil]), one([[], [text()]]))
            zone.rules = [rule]
            return zone
        }
        var everywhere = ZoneRule()
        everywhere.allowsEnd = one([true, false])
        return RuleFilter([.noParking]).resolved(
            in: ZoneMap(zones: zones, globalRules: [everywhere]), at: nil)
    }

    private mutating func position() -> Position {
        Position(
            latitude: one([-90, 0, 48.85, 48.8500001, 90]), longitude: one([-180, 0, 2.35, 179.9]))!
    }

    mutating func text() -> String { one(texts) }

    private mutating func one<T>(_ choices: [T]) -> T {
        choices.randomElement(using: &numbers)!
    }

    /// For conditions that hardly any vehicle matches.
    private mutating func rarely<T>(_ make: (inout HostileFleet) -> T) -> T? {
        Int.random(in: 0..<4, using: &numbers) == 0 ? make(&self) : nil
    }

    private mutating func maybe<T>(_ make: (inout HostileFleet) -> T) -> T? {
        Bool.random(using: &numbers) ? make(&self) : nil
    }
}

let demo = SourceKey(UUID(sourceName: "demo"))

/// Returns a snapshot of some vehicles.
func snapshot(_ vehicles: [Vehicle]) -> Snapshot {
    var feed = FeedDescription(format: "GBFS 2.3")
    feed.describe(vehicles)
    if vehicles.contains(where: { !$0.properties.isEmpty }) {
        feed.properties = HostileFleet.properties.map { CustomProperty($0) }
        feed.assets = AssetMatch(rows: 1, unmatched: 0, unmatchedIDs: [], unlisted: 0)
    }
    return Snapshot(vehicles: vehicles, feed: feed, parseReport: ParseReport())
}

/// Returns the outcome of a request that began at `time` seconds and loaded a snapshot.
func outcome(
    _ vehicles: [Vehicle], at time: Double,
    feed: FeedDescription = FeedDescription(format: "GBFS 2.3"), trips: [VehicleTrip] = []
) -> FetchOutcome {
    let memory = FeedCacheState(
        location: "https://example.com", main: .init(address: "v at \(time)"))
    var feed = feed
    feed.describe(vehicles)
    if feed.properties == nil, vehicles.contains(where: { !$0.properties.isEmpty }) {
        feed.properties = HostileFleet.properties.map { CustomProperty($0) }
        feed.assets = AssetMatch(rows: 1, unmatched: 0, unmatchedIDs: [], unlisted: 0)
    }
    feed.hasRegions = vehicles.contains { $0.regionID != nil } ? true : nil
    var snapshot = Snapshot(vehicles: vehicles, feed: feed, parseReport: ParseReport())
    snapshot.trips = trips
    return FetchOutcome(
        response: .loaded(
            snapshot, memory, FeedSchedule(minInterval: .seconds(5), freshFor: .zero)),
        request: requestID(time), fetchedAt: Timestamp(seconds: time + 1),
        dueAt: Timestamp(seconds: time + 6))
}

/// Returns the not-modified outcome of a request that began at `time` seconds.
func notModified(at time: Double) -> FetchOutcome {
    var outcome = outcome([], at: time)
    let memory = FeedCacheState(location: "https://example.com", main: .init(address: "304"))
    outcome.response = .notModified(memory, FeedSchedule(minInterval: .seconds(5), freshFor: .zero))
    return outcome
}

func requestID(_ time: Double) -> RequestID {
    RequestID(beganAt: Timestamp(seconds: time), process: "test")
}

func backOff(at time: Double, _ reason: FeedFailure.Reason = .service(.status(500))) -> BackOff {
    BackOff(
        failure: FeedFailure(reason, at: "example.com", retryAfterSeconds: .infinity),
        failedAt: Timestamp(seconds: time), retryAt: Timestamp(seconds: time + 5), attempt: 1)
}

func fleet(_ ids: [String]) -> [Vehicle] { ids.map(Vehicle.init(id:)) }

extension StoreUnderTest {
    func all(_ query: VehicleQuery = .everything) throws -> [Vehicle] {
        var vehicles: [Vehicle] = []
        try forEachVehicle(query, of: demo) { vehicles.append($0) }
        return vehicles
    }
}

extension Vehicle {
    /// The vehicle without the data that the store adds.
    var asInFeed: Vehicle {
        var vehicle = self
        vehicle.stillSince = nil
        return vehicle
    }
}

/// Compares byte for byte; `==` of `Vehicle` treats canonically equivalent strings as equal.
func isExactly(_ left: [Vehicle], _ right: [Vehicle]) -> Bool {
    left == right
        && zip(left, right).allSatisfy { left, right in
            zip(texts(left), texts(right)).allSatisfy { Array($0.utf8) == Array($1.utf8) }
        }
}

private func texts(_ vehicle: Vehicle) -> [String] {
    [
        vehicle.id, vehicle.code, vehicle.typeID, vehicle.formFactor, vehicle.propulsionType,
        vehicle.color?.name,
        vehicle.stationID, vehicle.rentalURIs?.web, vehicle.rentalURIs?.ios,
    ].map { $0 ?? "none" }
}
