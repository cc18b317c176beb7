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
        object.add("site", status.jsonObject())
        var text = object.text
        text.append("\n")
        return text
    }

    /// Returns the detail as lines of a name and a value; unknown values have no line.
    public func lines(style: TableStyle) -> [DetailLine] {
        var lines = [DetailLine(name: "id", value: safe(status.site.id), color: .bold)]
        func add(_ name: String, _ value: String?, color: TextColor = .plain) {
            guard let value else { return }
            lines.append(DetailLine(name: name, value: safe(value), color: color))
        }
        let site = status.site
        add("name", site.name)
        let alarms = status.alarms.map(\.quantity.label).joined(separator: ", ")
        add("ALARM", alarms.isEmpty ? nil : alarms, color: .red)
        add("address", site.address)
        add("location", site.position.map(ShortText.position))
        add("capacity", site.capacity.map(\.description))
        add("vehicles", status.vehicles.map(\.description))
        add("available", site.vehiclesAvailable.map(\.description))
        add("out of service", site.vehiclesDisabled.map(\.description))
        add("free docks", site.docksAvailable.map(\.description))
        add("installed", Self.yesOrNo(site.isInstalled))
        add("renting", Self.yesOrNo(site.isRenting))
        add("returning", Self.yesOrNo(site.isReturning))
        add("last reported", site.lastReported.map { style.timeText(for: $0) })
        add("source", header.feed.isSimulated ? header.source + " (simulated)" : header.source)
        add("updated", style.timeText(for: header.feed.lastUpdated ?? header.fetchedAt))
        if header.isStale {
            add("stale", "yes, fetched " + style.timeText(for: header.fetchedAt), color: .yellow)
        }
        return lines
    }

    /// Returns the detail as text: the values, then the measurements with their trends.
    private func text(style: TableStyle) -> UTF8Buffer {
        var text = UTF8Buffer()
        for line in lines(style: style) {
            let name = DisplayWidth.shortened(line.name, to: Self.nameWidth - 1)
            text.append(style.isColored ? TextColor.faint(name) : name)
            text.append(UInt8(ascii: " "), count: Self.nameWidth - name.utf8.count)
            let value = style.width.map {
                DisplayWidth.shortened(line.value, to: max(1, $0 - Self.nameWidth))
            }
            text.append(style.isColored ? line.color(value ?? line.value) : value ?? line.value)
            text.append(UInt8(ascii: "\n"))
        }
        guard !status.site.measurements.isEmpty else { return text }
        text.append("\n")
        append(to: &text, style)
        return text
    }

    private static let nameWidth = 15
    /// Width of a trend.
    private static let trendWidth = 40

    private func append(to text: inout UTF8Buffer, _ style: TableStyle) {
        var table = TextTable([
            TextTable.Column(title: "SENSOR", priority: 5),
            TextTable.Column(title: "VALUE", isRightAligned: true, priority: 4),
            TextTable.Column(title: "STATE", priority: 3),
            TextTable.Column(title: "NORMAL", priority: 0),
            TextTable.Column(title: "AGE", isRightAligned: true, priority: 2),
            TextTable.Column(title: "TREND", priority: 1, minWidth: 8),
        ])
        for measurement in status.site.measurements { table.add(row(of: measurement, style)) }
        for line in table.lines(style: style) {
            text.append(line)
            text.append("\n")
        }
    }

    private func row(of measurement: Measurement, _ style: TableStyle) -> [TextTable.Cell] {
        let isAlarm = measurement.state == .alarm
        let color: TextColor = isAlarm ? .red : .plain
        let samples = status.samples[measurement.quantity] ?? []
        return [
            TextTable.Cell(text: measurement.quantity.label),
            TextTable.Cell(text: measurement.text, color: color),
            TextTable.Cell(text: isAlarm ? "ALARM" : measurement.state.rawValue, color: color),
            TextTable.Cell(text: measurement.thresholdText ?? ""),
            TextTable.Cell(text: measurement.measuredAt.map { style.timeText(for: $0) } ?? ""),
            TextTable.Cell(text: Sparkline.text(of: samples, width: Self.trendWidth)),
        ]
    }

    /// Returns feed text, escaped and truncated.
    private func safe(_ text: String) -> String { SiteTable.feedText(text) }

    private static func yesOrNo(_ flag: Bool?) -> String? { flag.map { $0 ? "yes" : "no" } }
}
