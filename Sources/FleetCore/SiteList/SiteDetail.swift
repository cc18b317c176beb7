/// All data on one site, and its snapshot.
public struct SiteDetail: Equatable, Sendable {
    /// Source and age of the snapshot.
    public var header: SiteListHeader
    /// The site, with the history of its measurements.
    public var status: SiteStatus

    /// Creates the detail of a site.
    public init(header: SiteListHeader, status: SiteStatus) {
        self.header = header
        self.status = status
    }

    /// Returns the detail in a format, with a final line end; the style applies to text only.
    public func written(as format: ReportFormat, style: TableStyle) -> UTF8Buffer {
        switch format {
        case .text: text(style: style)
        case .json: json
        }
    }

    private var json: UTF8Buffer {
        var object = JSONObjectWriter()
        object.add("source", header.source)
        object.add("simulated", header.feed.isSimulated)
        object.add("last_updated", header.feed.lastUpdated)
        object.add("fetched_at", header.fetchedAt)
        object.add("stale", header.isStale)
        header.moment?.add(to: &object)
        object.add("site", status.jsonObject(regions: header.feed.regionNames))
        var text = object.text
        text.append("\n")
        return text
    }

    /// Returns the detail as lines of a name and a value; unknown values have no line.
    public func lines(style: TableStyle) -> [DetailLine] {
        var lines: [DetailLine] = []
        func add(_ name: String, _ value: String?, color: TextColor = .plain) {
            guard let value = value.map(TerminalText.limited) else { return }
            lines.append(
                DetailLine(name: name, value: TerminalText.escaped(value), color: color))
        }
        add("id", status.site.id, color: .bold)
        let site = status.site
        add("name", site.name)
        let alarms = status.alarms.map(\.quantity.label).joined(separator: ", ")
        add("ALARM", alarms.isEmpty ? nil : alarms, color: .red)
        add("address", site.address)
        add("region", header.feed.regionName(of: site))
        add("location", site.position.map(ShortText.position))
        add("capacity", site.capacity.map(\.description))
        add("vehicles", status.vehicles.map(\.description))
        add("available", header.feed.text(of: site.vehiclesAvailable, site.vehiclesByType))
        add("out of service", site.vehiclesDisabled.map(\.description))
        add("free docks", header.feed.text(of: site.docksAvailable, site.docksByType))
        add("installed", Self.yesOrNo(site.isInstalled))
        add("renting", Self.yesOrNo(site.isRenting))
        add("returning", Self.yesOrNo(site.isReturning))
        add("last reported", site.lastReported.map { style.timeText(for: $0) })
        add("source", header.feed.isSimulated ? header.source + " (simulated)" : header.source)
        add("as of", header.moment.map { header.feed.zone.text($0.at) }, color: .yellow)
        add("updated", style.timeText(for: header.feed.lastUpdated ?? header.fetchedAt))
        if header.isStale {
            add("stale", "yes, fetched " + style.timeText(for: header.fetchedAt), color: .yellow)
        }
        return lines
    }

    /// Returns the detail as text: the values, then the measurements with their trends.
    private func text(style: TableStyle) -> UTF8Buffer {
        var text = DetailLine.text(
            lines(style: style), isColored: style.isColored, width: style.width)
        guard !status.site.measurements.isEmpty else { return text }
        text.append("\n")
        append(to: &text, style)
        return text
    }

    /// Width of a trend.
    private static let trendWidth = 40

    private func append(to text: inout UTF8Buffer, _ style: TableStyle) {
        let color: (Measurement) -> TextColor = { $0.state == .alarm ? .red : .plain }
        let columns: [CellColumn<Measurement>] = [
            .init(column: .init(title: "SENSOR", priority: 5)) { $0.quantity.label },
            .init(
                column: .init(title: "VALUE", isRightAligned: true, priority: 4), color: color
            ) { $0.text },
            .init(column: .init(title: "STATE", priority: 3), color: color) {
                $0.state == .alarm ? "ALARM" : $0.state.rawValue
            },
            .init(column: .init(title: "NORMAL", priority: 0)) { $0.thresholdText ?? "" },
            .init(column: .init(title: "AGE", isRightAligned: true, priority: 2)) {
                $0.measuredAt.map { style.timeText(for: $0) } ?? ""
            },
            .init(column: .init(title: "TREND", priority: 1, minWidth: 8)) {
                Sparkline.text(of: status.samples[$0.quantity] ?? [], width: Self.trendWidth)
            },
        ]
        var table = TextTable(columns, style: style)
        table.append(status.site.measurements.map { TableRow($0, columns) }, to: &text)
    }

    private static func yesOrNo(_ flag: Bool?) -> String? { flag.map { $0 ? "yes" : "no" } }
}
