package import FleetCore

/// A map in words, for screen readers: the vehicles by direction, then the sites, all numbered, the
/// nearest first, and the rules of the zones.
package struct MapDescription {
    /// Vehicle or site of the map.
    private struct Place {
        let position: Position
        let text: String
        let distance: Double
        /// Nil at the origin.
        let direction: CompassDirection?

        init(_ position: Position, from origin: Position, _ text: String) {
            (self.position, self.text) = (position, text)
            distance = origin.distance(to: position)
            direction = origin.direction(to: position)
        }
    }

    /// Number of vehicles, or of stations, without a position, which are not described.
    package let withoutPosition: Int
    /// Position that distances are from; `nil` if nothing has a position.
    private let origin: Position?
    private let isCenter: Bool
    private var vehicles: [Place] = []
    private var sites: [Place] = []
    private var zones: [Zone] = []
    /// Maximum numbers of zones that are described, and of rules of each.
    private static let (maxZones, maxRules) = (50, 5)

    /// Describes the vehicles of a listing, the sites beside them and the zones, from `origin` or
    /// the center of the map.
    package init(
        _ listing: Listing, sites: [Site], zones: [Zone], origin: Position?, style: TableStyle
    ) throws {
        self.zones = zones
        var (bounds, without) = (Bounds(), 0)
        try listing.vehicles { vehicle in
            guard let position = vehicle.position else { return without += 1 }
            bounds.include(position)
        }
        if bounds.center == nil { sites.compactMap(\.position).forEach { bounds.include($0) } }
        withoutPosition = without
        (self.origin, isCenter) = (origin ?? bounds.center, origin == nil)
        guard let origin = self.origin else { return }
        let header = listing.header
        let descriptions = header.sources.map { source in
            VehicleDescription(
                source.feed, source: header.hasSeveralSources ? source.source : nil, style: style,
                origin: origin)
        }
        var places: [Place] = []
        try listing.listed { vehicle, source in
            guard let position = vehicle.position else { return }
            let text = descriptions[source].text(of: vehicle)
            places.append(Place(position, from: origin, text))
        }
        vehicles = Self.sorted(places)
        self.sites = Self.places(of: sites.map { SiteStatus($0) }, from: origin)
    }

    /// Describes the stations of a source without vehicles.
    package init(_ listing: SiteListing, origin: Position?) {
        var bounds = Bounds()
        listing.sites.compactMap(\.site.position).forEach { bounds.include($0) }
        withoutPosition = listing.sites.count { $0.site.position == nil }
        (self.origin, isCenter) = (origin ?? bounds.center, origin == nil)
        guard let origin = self.origin else { return }
        sites = Self.places(of: listing.sites, from: origin)
    }

    private static func places(of sites: [SiteStatus], from origin: Position) -> [Place] {
        sorted(
            sites.compactMap { status in
                status.site.position.map {
                    Place($0, from: origin, status.description(from: origin))
                }
            })
    }

    private static func sorted(_ places: [Place]) -> [Place] {
        places.sorted { ($0.distance, $0.text) < ($1.distance, $1.text) }
    }
}

extension MapDescription {
    /// The lines, without line ends.
    package var lines: [String] {
        guard let origin else { return ["Nothing to describe: no vehicle or site has a location."] }
        let start = isCenter ? "the center of the map" : "the point of --near"
        var lines = ["Distances and directions are from \(start), \(ShortText.position(origin))."]
        var number = 0
        func add(_ title: String, _ places: [Place]) {
            guard !places.isEmpty else { return }
            lines += ["", title]
            for place in places {
                number += 1
                lines.append("\(number). \(place.text)")
            }
        }
        for (title, places) in groups {
            add("\(title): \(ShortText.count(places.count, "vehicle"))", places)
        }
        add("Sites: \(sites.count)", sites)
        guard !zones.isEmpty else { return lines }
        lines += ["", "Zones: \(zones.count)"]
        lines += zones.prefix(Self.maxZones).map { zone in
            let rules = zone.rules.isEmpty ? [ZoneRule()] : zone.rules
            let text = rules.prefix(Self.maxRules).map(\.text).joined(separator: "; ")
            return TerminalText.escaped(zone.name) + ": " + text
        }
        if zones.count > Self.maxZones { lines.append("and \(zones.count - Self.maxZones) more") }
        return lines
    }

    /// The vehicles by direction, clockwise from north, after those at the origin.
    private var groups: [(title: String, places: [Place])] {
        let groups = Dictionary(grouping: vehicles, by: \.direction)
        return ([nil] + CompassDirection.allCases.map(Optional.some)).compactMap { direction in
            groups[direction].map { (direction?.rawValue.capitalizedFirst ?? "Here", $0) }
        }
    }
}

/// Smallest rectangle of latitudes and longitudes with all positions.
private struct Bounds {
    private var corners: (south: Double, west: Double, north: Double, east: Double)?

    mutating func include(_ position: Position) {
        let (latitude, longitude) = (position.latitude, position.longitude)
        let old = corners ?? (latitude, longitude, latitude, longitude)
        corners = (
            min(old.south, latitude), min(old.west, longitude), max(old.north, latitude),
            max(old.east, longitude)
        )
    }

    /// Its middle; `nil` without positions.
    var center: Position? {
        corners.flatMap {
            Position(latitude: ($0.south + $0.north) / 2, longitude: ($0.west + $0.east) / 2)
        }
    }
}

extension String {
    /// The text with its first letter in upper case.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
