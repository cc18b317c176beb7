/// A range of values, both ends included.
public struct ValueRange: Hashable, Sendable {
    /// The minimum; `nil` means no limit.
    public var minimum: Double?
    /// The maximum; `nil` means no limit.
    public var maximum: Double?

    /// Creates a range; returns `nil` if both ends are `nil`.
    public init?(minimum: Double?, maximum: Double?) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    func contains(_ value: Double?) -> Bool {
        guard let value, !value.isNaN else { return false }
        return minimum.map { value >= $0 } ?? true && maximum.map { value <= $0 } ?? true
    }
}

/// A circle on the scope.
public struct Area: Hashable, Sendable {
    /// The center.
    public var center: Position
    /// The radius in metres.
    public var radiusMeters: Double

    /// Creates a circle.
    public init(center: Position, radiusMeters: Double) {
        self.center = center
        self.radiusMeters = radiusMeters
    }

    func contains(_ position: Position?) -> Bool {
        position.map { center.distance(to: $0) <= radiusMeters } ?? false
    }
}

/// A rectangle on the map; one whose west is greater than its east crosses the 180th meridian (RFC
/// 7946, section 5.2).
public struct BoundingBox: Hashable, Sendable {
    /// The south-western corner.
    public let southWest: Position
    /// The north-eastern corner.
    public let northEast: Position

    /// Creates a rectangle; returns `nil` if its south is north of its north.
    public init?(southWest: Position, northEast: Position) {
        guard southWest.latitude <= northEast.latitude else { return nil }
        self.southWest = southWest
        self.northEast = northEast
    }

    /// Whether it crosses the 180th meridian.
    public var crossesAntimeridian: Bool { southWest.longitude > northEast.longitude }

    func contains(_ position: Position?) -> Bool {
        guard let position, position.latitude >= southWest.latitude,
            position.latitude <= northEast.latitude
        else { return false }
        let isEastOfWest = position.longitude >= southWest.longitude
        let isWestOfEast = position.longitude <= northEast.longitude
        return crossesAntimeridian ? isEastOfWest || isWestOfEast : isEastOfWest && isWestOfEast
    }
}

/// A filter for the vehicles in any of some areas.
public struct ZoneFilter: Equatable, Sendable {
    /// The names of zones of the source, ignoring ASCII case; they stand for the areas that
    /// ``resolved(in:at:)`` adds.
    public let names: [String]
    /// The areas that are known, such as those of a file.
    public let areas: [ZoneArea]
    /// The name of each area.
    public let areaNames: [String]
    private let index: ZoneIndex

    /// Maximum number of areas whose names are returned for a position.
    private static let maxAreas = 50

    /// Creates a filter.
    /// - Parameter areaNames: The names of the areas, as many as them; by default, their numbers.
    public init(names: [String] = [], areas: [ZoneArea] = [], areaNames: [String]? = nil) {
        (self.names, self.areas) = (names, areas)
        self.areaNames = areaNames ?? areas.indices.map { "\($0 + 1)" }
        index = ZoneIndex(areas)
    }

    /// The names of the zones and of the known areas, each once.
    var allNames: [String] {
        (names + areaNames).reduce(into: []) { all, name in
            if !all.contains(where: { ByteOrder.equal($0, name) }) { all.append(name) }
        }
    }

    /// Returns the filter with the areas of the zones that apply at a time, at any if it is
    /// unknown.
    public func resolved(in map: ZoneMap?, at time: Timestamp?) -> ZoneFilter {
        let named = (map?.zones ?? []).filter { zone in
            time.map { zone.applies(at: $0) } ?? true
                && names.contains { ASCIICase.equal($0, zone.name) }
        }
        return ZoneFilter(
            areas: areas + named.map(\.area), areaNames: areaNames + named.map(\.name))
    }

    /// Returns the names of the areas that contain a position, each once.
    func areaNames(at position: Position?) -> [String] {
        guard let position else { return [] }
        var names: [String] = []
        for area in index.areas(at: position).prefix(Self.maxAreas)
        where !names.contains(where: { ByteOrder.equal($0, areaNames[area]) }) {
            names.append(areaNames[area])
        }
        return names
    }

    /// Returns whether an area contains a position.
    package func contains(_ position: Position?) -> Bool {
        position.map(index.contains) ?? false
    }

    /// Returns whether two filters select the same; the index follows from the areas, and their
    /// names select nothing.
    public static func == (left: ZoneFilter, right: ZoneFilter) -> Bool {
        (left.names, left.areas) == (right.names, right.areas)
    }
}

/// A minimum time since the last report of a vehicle, or since its last move.
///
/// The store knows since when a vehicle stands within 50 m of one position, from its first snapshot
/// with the vehicle's current ID on. A vehicle that was not in the feed may have been rented, so
/// this begins anew when the vehicle returns. Of vehicles that are not from the store, only the
/// reports count.
///
/// It is relative, so that a filter may be used for days: ``Filter/at(_:)`` sets the time that it
/// is measured from.
public struct IdlePeriod: Hashable, Sendable {
    /// The minimum time without a report or a move.
    public var duration: Duration
    /// The time that it is measured from; without it, no vehicle matches.
    public var now: Timestamp?

    /// Creates a period.
    public init(_ duration: Duration, before now: Timestamp? = nil) {
        self.duration = duration
        self.now = now
    }

    /// The latest time of the last report or move of an idle vehicle.
    public var start: Timestamp? { now.map { $0 - duration } }

    func contains(_ vehicle: Vehicle) -> Bool {
        guard let start else { return false }
        return [vehicle.lastReported, vehicle.stillSince].contains { time in
            time.map { $0 <= start } ?? false
        }
    }
}

extension Filter {
    /// Returns the filter as it applies at a time.
    public func at(_ now: Timestamp) -> Filter {
        var filter = self
        filter.idle?.now = now
        return filter
    }
}
