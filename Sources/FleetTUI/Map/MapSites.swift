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

/// Sites with a location, and their markers.
struct MapSites: Sendable {
    /// Number of sites in view up to which sites are drawn over vehicles.
    private static let maxSitesOverVehicles = 60

    /// ID of the site whose name is shown.
    var highlightedID: String?
    private var all: [MapSite] = []

    /// Whether there are no sites.
    var isEmpty: Bool { all.isEmpty }

    /// Locations of the sites.
    var points: [MapPoint] { all.map(\.point) }

    /// Site with an ID.
    subscript(id: String) -> MapSite? { all.first { $0.id == id } }

    /// Replaces the sites.
    mutating func show(_ sites: [Site]) {
        all = sites.compactMap(MapSite.init)
    }

    /// Returns the site drawn in a cell of the map.
    func site(column: Int, row: Int, in frame: MapFrame) -> MapSite? {
        visible(in: frame).last { $0.cell == (column, row) }?.site
    }

    /// Draws the sites, with names for the highlighted one and for those with an alarm.
    func draw(_ frame: MapFrame, in rect: Rect, into canvas: inout Canvas) {
        for (site, cell) in visible(in: frame) {
            let isHighlighted = site.id == highlightedID
            let style: Style = site.hasAlarm ? .alarm : Style(.accent, bold: true)
            let (column, row) = (rect.column + cell.column, rect.row + cell.row)
            let used = canvas.put("⌂", column: column, row: row, style)
            guard isHighlighted || site.hasAlarm else { continue }
            let label = " " + site.title + (site.hasAlarm ? " ALARM " : " ")
            canvas.put(label, column: column + used, row: row, style, limit: 30)
        }
    }

    /// Returns the sites to draw and their cells; the highlighted site comes last, over all others.
    private func visible(
        in frame: MapFrame
    ) -> [(site: MapSite, cell: (column: Int, row: Int))] {
        let inView = all.compactMap { site in
            frame.viewport.cell(of: site.point.location).map { (site: site, cell: $0) }
        }
        let mayCoverVehicles = inView.count <= Self.maxSitesOverVehicles
        let others = inView.filter { site, cell in
            guard site.id != highlightedID else { return false }
            return site.hasAlarm || isFree(cell, mayCoverVehicles, in: frame)
        }
        return others + inView.filter { $0.site.id == highlightedID }
    }

    /// Returns whether a site may be drawn in a cell: never over a count, and over dots only if
    /// there are few sites.
    private func isFree(
        _ cell: (column: Int, row: Int), _ mayCoverVehicles: Bool, in frame: MapFrame
    ) -> Bool {
        let dots = frame.dots[cell.row * frame.viewport.size.columns + cell.column]
        guard mayCoverVehicles || dots.count == 0 else { return false }
        guard let cluster = frame.cluster(column: cell.column, row: cell.row) else { return true }
        return !frame.clusters[cluster].label.cells.contains(column: cell.column, row: cell.row)
    }
}
