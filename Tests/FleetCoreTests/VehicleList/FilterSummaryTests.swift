import Testing

@testable import FleetCore

@Suite("Filters in JSON and in words")
struct FilterSummaryTests {
    /// A value of each part of a filter, by the name of its member.
    private static let parts: [String: @Sendable (inout Filter) -> Void] = [
        "color": { $0.color = ColorFilter(["red"]) ?? .all },
        "types": { $0.types = ["scooter"] },
        "states": { $0.states = [.reserved] },
        "battery": { $0.battery = ValueRange(minimum: 20, maximum: nil) },
        "range": { $0.range = ValueRange(minimum: nil, maximum: 900) },
        "idle": { $0.idle = IdlePeriod(.seconds(60)) },
        "alarms": { $0.alarms = [.temperature] },
        "area": { filter in
            filter.area = Position(latitude: 1, longitude: 2).map {
                Area(center: $0, radiusMeters: 9)
            }
        },
        "box": { filter in
            filter.box = Position(latitude: 1, longitude: 2).flatMap {
                BoundingBox(southWest: $0, northEast: $0)
            }
        },
        "zones": { $0.zones = ZoneFilter(names: ["Center"]) },
        "rules": { $0.rules = RuleFilter([.noParking]) },
        "regions": { $0.regions = ["north"] },
        "station": { $0.station = "s1" },
        "isListed": { $0.isListed = false },
        "conditions": { $0.conditions = [PropertyCondition("Shelf=A3")].compactMap(\.self) },
        "search": { $0.search = "AB" },
        "ids": { $0.ids = VehicleIDs(["v"]) },
        "favorites": { $0.favorites = VehicleIDs([]) },
        "handled": { $0.handled = VehicleIDs([]) },
    ]

    @Test("Every part of a filter has a member in JSON and a phrase")
    func completeness() throws {
        for case let (name?, _) in Mirror(reflecting: Filter()).children {
            let part = try #require(Self.parts[name], "\(name) is forgotten")
            var filter = Filter()
            part(&filter)
            let summary = FilterSummary(filter)
            #expect(summary.json != JSONObjectWriter(), "\(name) in JSON")
            #expect(summary.phrases.count == 1, "\(name) in words")
        }
    }

    @Test(
        "The key for caches differs between all filters, also where phrases round or join values",
        arguments: [
            ("near=48.1,11.5&within=1234", "near=48.1,11.5&within=1236"),
            ("min_range=12341", "min_range=12342"),
            ("where=A%3D1%2C%20B%3D2", "where=A%3D1&where=B%3D2"),
            ("region=a%2C%20b", "region=a&region=b"), ("search=a", "search=A*"),
        ])
    func keys(first: String, second: String) throws {
        let filters = try [first, second].map { try ViewContent($0).filter }
        let keys = filters.map(ShortText.key)
        #expect(keys[0] != keys[1])
        ValueVisibility.$seen.withValue([.everyone]) {
            #expect(ShortText.key(of: filters[0]) != keys[0])
        }
    }

    @Test("Zones are named once, whether or not their areas are known")
    func zones() throws {
        var filter = Filter()
        filter.zones = ZoneFilter(names: ["Center"])
        #expect(text(filter) == #"{"zones":["Center"]}"#)
        let area = ZoneArea(
            bytes: [], box: ZoneArea.Box(latitudes: 1...2, longitudes: 1...2))
        filter.zones = ZoneFilter(
            names: ["Center"], areas: [area, area], areaNames: ["yard.geojson", "yard.geojson"])
        #expect(text(filter) == #"{"zones":["Center","yard.geojson"]}"#)
    }

    private func text(_ filter: Filter) -> String {
        var text = FilterSummary(filter).json.unclosed
        text.append(UInt8(ascii: "}"))
        return text.string
    }
}
