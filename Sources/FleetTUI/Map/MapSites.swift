import FleetCore

/// A depot or station on the map.
struct MapSite: Sendable {
    let id: String
    let title: String
    let hasAlarm: Bool
    /// What it does not do; `nil` if it does all, as far as the feed says.
    let service: String?
    /// Whether it neither rents out nor accepts vehicles.
    let isClosed: Bool
    let point: MapPoint

    /// Creates the marker of a site; returns `nil` if the site has no position.
    init?(_ site: Site) {
        guard let position = site.position else { return nil }
        (id, title, hasAlarm) = (site.id, site.title, site.hasAlarm)
        service = site.serviceText
        isClosed =
            site.isInstalled == false || site.isRenting == false && site.isReturning == false
        point = MapPoint(row: 0, position: position, color: .accent)
    }
}

/// Sites with a location, and their markers.
struct MapSites: Sendable {
    /// Number of sites in view up to which sites are drawn over vehicles.
    private static let maxSitesOverVehicles = 60
    /// Maximum width of a name.
    private static let maxNameWidth = 30

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

    /// Draws the sites, with names for the highlighted one and for those with an alarm, and for the
    /// others where they fit.
    func draw(_ frame: MapFrame, in rect: Rect, into canvas: inout Canvas) {
        let visible = visible(in: frame)
        for name in names(of: visible, in: frame) {
            canvas.put(
                name.text, column: rect.column + name.cells.column,
                row: rect.row + name.cells.row, Style(.muted))
        }
        for (site, cell) in visible {
            let isHighlighted = site.id == highlightedID
            let color: ColorRole = site.isClosed ? .muted : .accent
            let style: Style = site.hasAlarm ? .alarm : Style(color, bold: true)
            let (column, row) = (rect.column + cell.column, rect.row + cell.row)
            let used = canvas.put("⌂", column: column, row: row, style)
            guard isHighlighted || site.hasAlarm else { continue }
            let service = site.service.map { " (\($0))" } ?? ""
            let label = " " + site.title + service + (site.hasAlarm ? " ALARM " : " ")
            canvas.put(label, column: column + used, row: row, style, limit: 30)
        }
    }

    /// Returns the names that cover neither vehicles nor one another, right or left of their sites.
    private func names(
        of visible: [(site: MapSite, cell: (column: Int, row: Int))], in frame: MapFrame
    ) -> [(text: String, cells: Rect)] {
        guard visible.count <= Self.maxSitesOverVehicles else { return [] }
        var taken = visible.map {
            Rect(column: $0.cell.column, row: $0.cell.row, columns: 1, rows: 1)
        }
        var names: [(text: String, cells: Rect)] = []
        for (site, cell) in visible where site.id != highlightedID && !site.hasAlarm {
            let text = TerminalText.drawable(site.title)
            let width = DisplayWidth.of(text)
            guard (1...Self.maxNameWidth).contains(width) else { continue }
            let places = [cell.column + 2, cell.column - 1 - width].map {
                Rect(column: $0, row: cell.row, columns: width, rows: 1)
            }
            let place = places.first { place in
                // A space on either side separates it from what is there.
                let room = Rect(
                    column: place.column - 1, row: place.row, columns: width + 2, rows: 1)
                return isFree(room, in: frame)
                    && taken.allSatisfy { $0.intersection(place).isEmpty }
            }
            guard let place else { continue }
            taken.append(place)
            names.append((text, place))
        }
        return names
    }

    /// Returns whether cells are in view, show no vehicles, and are not those of the legend or
    /// scale.
    private func isFree(_ cells: Rect, in frame: MapFrame) -> Bool {
        let size = frame.viewport.size
        guard cells.column >= 0, cells.endColumn <= size.columns,
            (1..<size.rows - 1).contains(cells.row)
        else { return false }
        return (cells.column..<cells.endColumn).allSatisfy { column in
            frame.dots[cells.row * size.columns + column].count == 0
                && frame.cluster(column: column, row: cells.row) == nil
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
