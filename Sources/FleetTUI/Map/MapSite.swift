import FleetCore

/// A depot or station on the map.
struct MapSite: Sendable {
    let id: String
    let title: String
    let hasAlarm: Bool
    let point: MapPoint

    /// Creates the mark of a site; `nil` if nobody tells where it is.
    init?(_ site: Site) {
        guard let position = site.position else { return nil }
        (id, title, hasAlarm) = (site.id, site.title, site.hasAlarm)
        point = MapPoint(row: 0, position: position, ink: .accent)
    }
}
