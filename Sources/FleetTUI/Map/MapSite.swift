import FleetCore

/// A depot or station on the map.
struct MapSite: Sendable {
    let id: String
    let title: String
    let hasAlarm: Bool
    let point: MapPoint

    /// Creates the marker of a site; returns nil if the site has no position.
    init?(_ site: Site) {
        guard let position = site.position else { return nil }
        (id, title, hasAlarm) = (site.id, site.title, site.hasAlarm)
        point = MapPoint(row: 0, position: position, color: .accent)
    }
}
