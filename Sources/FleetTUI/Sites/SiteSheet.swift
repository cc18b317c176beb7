import FleetCore

/// Live sensor values and details of one site.
struct SiteSheet: Screen {
    static let title = "site"

    /// ID of the site; until the site is found, as it was requested.
    private(set) var id: String
    /// Site; `nil` until it is found.
    private(set) var site: Site?
    /// Whether the latest snapshot has the site; `nil` until one is loaded.
    private(set) var isPresent: Bool?
    /// Earlier sensor values, oldest first.
    private var samples: [Quantity: [Double]] = [:]
    /// Number of vehicles at the site.
    private var vehicles: Int?
    /// Description of the feed, which names its region and the types of vehicles.
    private var feed: FeedDescription?
    var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Updates the site from the latest snapshot; one that is gone is still shown as it was.
    mutating func update(_ sortedSites: SortedSites) {
        guard let site = sortedSites.site(matchingID: id) else { return isPresent = false }
        (self.site, id, isPresent) = (site, site.id, true)
        vehicles = sortedSites.vehicles(at: site)
        feed = sortedSites.info.feed
    }

    /// Updates the site and its stored sensor history.
    mutating func update(_ found: FoundSite) {
        guard found.site.id == id else { return }
        (site, samples) = (found.site, found.samples)
    }
}

extension SiteSheet {
    static let hints = [
        KeyHint("← → h l", "previous or next site", short: "neighbors"),
        KeyHint("v", "show the vehicles at this site", short: "vehicles"),
        KeyHint("m", "show the site on the map"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close (or click outside)", short: "close"),
    ]

    mutating func handle(_ key: Key, _ context: ScreenContext) -> [Action]? {
        switch key {
        case .escape, .character("q"), .backspace: return [.close]
        case .right, .character("l"): return [.openSite(steps: 1)]
        case .left, .character("h"): return [.openSite(steps: -1)]
        case .character("v"): return site.map { Self.showVehicles(of: $0, context) } ?? []
        case .character("m"): return showOnMap()
        case .mouse(let mouse):
            let isClosed = scroll.isClosed(
                by: mouse, at: context.clock.machine, part: context.layout.details)
            return isClosed ? [.close] : []
        default: return scroll.handle(key) ? [] : nil
        }
    }

    /// Filters the list to the vehicles at a site and clears the search.
    ///
    /// The rest of the filter stays: cleared colors would be saved for the next run, too.
    static func showVehicles(of site: Site, _ context: ScreenContext) -> [Action] {
        let query = context.changeQuery {
            ($0.filter.station, $0.filter.search) = (site.id, nil)
        }
        return [query, .go(.list)]
    }

    private func showOnMap() -> [Action] {
        guard let site, site.position != nil else {
            return [.notice("this site has no location", isFailure: true)]
        }
        return [.showOnMap(.site(site.id))]
    }

    mutating func resize(_ context: ScreenContext) {
        scroll.resize(Self.body(context).rows, extent: rows)
    }
}

extension SiteSheet {
    /// Area inside the frame.
    private static func body(_ context: ScreenContext) -> Rect {
        context.layout.details.inset(columns: 2, rows: 1)
    }

    func render(_ context: ScreenContext, into canvas: inout Canvas) {
        let (part, body) = (context.layout.details, Self.body(context))
        canvas.draw(in: part) { canvas in
            canvas.fill(part, .plain)
            canvas.frame(part, Style(site?.hasAlarm == true ? .bad : .frame))
            drawTitle(context, in: part, on: &canvas)
            canvas.draw(in: body) { canvas in drawContent(context, in: body, on: &canvas) }
            if scroll.isNeeded { canvas.drawMoreHint(below: scroll.hasMoreBelow, in: part) }
        }
    }

    private func drawTitle(
        _ context: ScreenContext, in part: Rect, on canvas: inout Canvas
    ) {
        var column = part.column + 2
        let end = part.endColumn - 2
        func put(_ text: String, _ style: Style) {
            column += canvas.put(
                text, column: column, row: part.row, style, limit: max(0, end - column))
        }
        // Leaves room for the alarm after a long name.
        let name = DisplayWidth.shortened(
            TerminalText.drawable(site?.title ?? id.limited), to: max(4, part.columns - 18))
        put(" \(name) ", Style(.accent, bold: true))
        if site?.hasAlarm == true { put(" ▲ ALARM ", .alarm) }
        if isPresent == false, site != nil {
            put(" missing; last known data ", Style(.warning))
        } else if context.siteFeed.isStale {
            put(" stale ", Style(.warning))
        }
    }

    private func drawContent(
        _ context: ScreenContext, in body: Rect, on canvas: inout Canvas
    ) {
        var row = body.row - scroll.top
        guard let site else {
            let isMissing = isPresent == false
            canvas.put(
                isMissing ? "No site has this ID." : context.siteFeed.loadingText(context.setup),
                column: body.column,
                row: row,
                isMissing ? .plain : Style(.muted), limit: body.columns)
            guard isMissing else { return }
            return _ = canvas.put(
                "S lists the sites, Esc goes back", column: body.column, row: row + 1,
                Style(.muted), limit: body.columns)
        }
        drawSensors(site.measurements, context, in: body, from: row, on: &canvas)
        row += sensorRows + 1
        let reported = site.lastReported.map { Self.text(for: $0, context) }
        for detail in details(reported) {
            draw(detail, in: body, at: row, on: &canvas)
            row += 1
        }
    }

    private func drawSensors(
        _ measurements: [Measurement], _ context: ScreenContext, in body: Rect,
        from top: Int,
        on canvas: inout Canvas
    ) {
        guard !measurements.isEmpty else {
            return _ = canvas.put(
                "No sensors at this site.", column: body.column, row: top,
                Style(.muted), limit: body.columns)
        }
        let columns = SensorRow.Columns(body.columns)
        SensorRow.drawHeader(columns, in: body, at: top, on: &canvas)
        for (index, measurement) in measurements.enumerated() {
            let sensor = SensorRow(
                measurement: measurement, samples: samples[measurement.quantity] ?? [],
                measuredAt: measurement.measuredAt ?? context.siteFeed.sortedSites?.info.fetchedAt,
                now: context.clock.shown, isStale: context.siteFeed.isStale)
            sensor.draw(columns, in: body, at: top + 1 + index, on: &canvas)
        }
    }

    private func draw(_ detail: Detail, in body: Rect, at row: Int, on canvas: inout Canvas) {
        let name = min(15, body.columns / 3)
        canvas.put(detail.name, column: body.column, row: row, Style(.muted), limit: name - 1)
        let used = canvas.put(
            detail.value.limited, column: body.column + name, row: row, Style(detail.color),
            limit: body.columns - name)
        let left = body.column + name + used + 2
        guard let share = detail.share, body.endColumn - left >= 8 else { return }
        let bar = FilledBar(share: share, cells: min(24, body.endColumn - left))
        canvas.put(bar.text, column: left, row: row, Style(.accent, on: .frame))
    }

    /// Returns a time after its age if it is recent.
    private static func text(for time: Timestamp, _ context: ScreenContext) -> String {
        context.style.agedTime(time) ?? "?"
    }
}

extension SiteSheet {
    /// Detail of the site, as a line of the sheet.
    private struct Detail {
        let name: String
        let value: String
        var color = ColorRole.text
        /// Occupancy, drawn as a bar; 0...1.
        var share: Double?
    }

    /// Returns the details of the site other than its sensors.
    private func details(_ reported: String?) -> [Detail] {
        guard let site else { return [] }
        return [
            Detail(name: "id", value: site.id),
            site.position.map { Detail(name: "location", value: ShortText.position($0)) },
            site.address.map { Detail(name: "address", value: $0) },
            feed?.regionName(of: site).map { Detail(name: "region", value: $0) },
            vehicles(of: site),
            feed?.text(of: site.vehiclesByType).map { Detail(name: "available", value: $0) },
            (feed ?? FeedDescription(format: "")).text(of: site.docksAvailable, site.docksByType)
                .map { Detail(name: "free docks", value: $0) },
            service(of: site),
            reported.map { Detail(name: "last reported", value: $0) },
        ].compactMap(\.self)
    }

    /// Number of lines.
    private var rows: Int {
        site == nil ? 2 : sensorRows + 1 + details(site?.lastReported.map { _ in "" }).count
    }

    /// Number of lines for the sensors, which come first.
    private var sensorRows: Int {
        let count = site?.measurements.count ?? 0
        return count == 0 ? 1 : 1 + count
    }

    /// Returns the number of vehicles and the capacity.
    private func vehicles(of site: Site) -> Detail? {
        guard vehicles != nil || site.capacity != nil else { return nil }
        var text = vehicles.map(ShortText.grouped) ?? "?"
        if let capacity = site.capacity { text += " of \(ShortText.grouped(capacity))" }
        if let disabled = site.vehiclesDisabled, disabled > 0 {
            text += ", \(ShortText.grouped(disabled)) out of service"
        }
        return Detail(name: "vehicles", value: text, share: Self.share(vehicles, of: site.capacity))
    }

    private static func share(_ count: Int?, of capacity: Int?) -> Double? {
        guard let count, let capacity, capacity > 0 else { return nil }
        return min(max(Double(count) / Double(capacity), 0), 1)
    }

    /// Returns whether the site is installed, rents vehicles and accepts returns.
    private func service(of site: Site) -> Detail? {
        let parts = [
            site.isInstalled == false ? "not installed" : nil,
            site.isRenting.map { $0 ? "renting" : "not renting" },
            site.isReturning.map { $0 ? "accepting returns" : "not accepting returns" },
        ].compactMap(\.self)
        guard !parts.isEmpty else { return nil }
        let isOpen = ![site.isInstalled, site.isRenting, site.isReturning].contains(false)
        return Detail(
            name: "service", value: parts.joined(separator: " · "), color: isOpen ? .good : .warning
        )
    }
}
