import FleetCore

extension MapScreen {
    /// Up to so many sites are drawn over vehicles; more only where there are none.
    private static let fewSites = 60

    /// Brings a site to the middle, at a width of 500 m or less, and says its name.
    mutating func center(onSite id: String) {
        namedSite = id
        guard let site = sites.first(where: { $0.id == id }) else { return }
        choice = nil
        aim = .place(site.point.place)
        takeAim()
    }

    /// The site whose mark is in a cell of the map.
    func site(column: Int, row: Int) -> MapSite? {
        let frame = frame
        return visibleSites(in: frame).last { $0.cell == (column, row) }?.site
    }

    /// Draws the sites, and the names of those that are wanted or give alarm.
    func drawSites(_ frame: MapFrame, in rect: Rect, into canvas: inout Canvas) {
        for (site, cell) in visibleSites(in: frame) {
            let isNamed = site.id == namedSite
            let style: Style = site.hasAlarm ? .alarm : Style(.accent, bold: true)
            let (column, row) = (rect.column + cell.column, rect.row + cell.row)
            let used = canvas.put("⌂", column: column, row: row, style)
            guard isNamed || site.hasAlarm else { continue }
            let words = " " + site.title + (site.hasAlarm ? " ALARM " : " ")
            canvas.put(words, column: column + used, row: row, style, limit: 30)
        }
    }

    /// The sites in view and their cells; one that is named comes last, over all others.
    private func visibleSites(
        in frame: MapFrame
    ) -> [(site: MapSite, cell: (column: Int, row: Int))] {
        let inView = sites.compactMap { site in
            frame.viewport.cell(of: site.point.place).map { (site: site, cell: $0) }
        }
        let areFew = inView.count <= Self.fewSites
        let others = inView.filter { site, cell in
            guard site.id != namedSite else { return false }
            return site.hasAlarm || isFree(cell, areFew, in: frame)
        }
        return others + inView.filter { $0.site.id == namedSite }
    }

    /// Whether a site may stand in a cell: never over a count, and if there are many not over a dot.
    private func isFree(
        _ cell: (column: Int, row: Int), _ areFew: Bool, in frame: MapFrame
    ) -> Bool {
        let dots = frame.dots[cell.row * frame.viewport.size.columns + cell.column]
        guard areFew || dots.count == 0 else { return false }
        guard let cluster = frame.cluster(column: cell.column, row: cell.row) else { return true }
        return !frame.clusters[cluster].label.cells.contains(column: cell.column, row: cell.row)
    }
}
