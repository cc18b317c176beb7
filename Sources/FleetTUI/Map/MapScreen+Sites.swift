import FleetCore

extension MapScreen {
    /// Number of sites in view up to which sites are drawn over vehicles.
    private static let maxSitesOverVehicles = 60

    /// Centers the map on a site, at a width of 500 m or less, and shows its name.
    mutating func center(onSite id: String) {
        highlightedSiteID = id
        guard let site = sites.first(where: { $0.id == id }) else { return }
        selection = nil
        focus = .location(site.point.location)
        applyFocus()
    }

    /// Returns the site drawn in a cell of the map.
    func site(column: Int, row: Int) -> MapSite? {
        let frame = frame
        return visibleSites(in: frame).last { $0.cell == (column, row) }?.site
    }

    /// Draws the sites, with names for the highlighted one and for those with an alarm.
    func drawSites(_ frame: MapFrame, in rect: Rect, into canvas: inout Canvas) {
        for (site, cell) in visibleSites(in: frame) {
            let isHighlighted = site.id == highlightedSiteID
            let style: Style = site.hasAlarm ? .alarm : Style(.accent, bold: true)
            let (column, row) = (rect.column + cell.column, rect.row + cell.row)
            let used = canvas.put("⌂", column: column, row: row, style)
            guard isHighlighted || site.hasAlarm else { continue }
            let label = " " + site.title + (site.hasAlarm ? " ALARM " : " ")
            canvas.put(label, column: column + used, row: row, style, limit: 30)
        }
    }

    /// Returns the sites to draw and their cells; the highlighted site comes last, over all others.
    private func visibleSites(
        in frame: MapFrame
    ) -> [(site: MapSite, cell: (column: Int, row: Int))] {
        let inView = sites.compactMap { site in
            frame.viewport.cell(of: site.point.location).map { (site: site, cell: $0) }
        }
        let mayCoverVehicles = inView.count <= Self.maxSitesOverVehicles
        let others = inView.filter { site, cell in
            guard site.id != highlightedSiteID else { return false }
            return site.hasAlarm || isFree(cell, mayCoverVehicles, in: frame)
        }
        return others + inView.filter { $0.site.id == highlightedSiteID }
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
