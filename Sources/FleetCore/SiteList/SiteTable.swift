/// Encoder for sites as aligned columns; alarms have a column of their own, and red values.
enum SiteTable {
    /// Appends the table; an empty one has no titles.
    static func append(
        _ sites: [SiteStatus], of feed: FeedDescription, from origin: Position?, hasTitles: Bool,
        to sink: inout ByteSink, style: TableStyle
    ) throws {
        guard !sites.isEmpty else { return }
        let columns = columns(of: feed, from: origin)
        var table = TextTable(columns, style: style)
        table.append(
            sites.map { TableRow($0, columns) }, hasTitles: hasTitles, to: &sink.text)
        try sink.endRow()
    }

    /// Columns for the sensors of sites; quantities that only vehicles measure have none.
    private static let sensors: [(Quantity, title: String, short: String?, priority: Int)] = [
        (.temperature, "TEMPERATURE", "TEMP", 16), (.noiseLevel, "NOISE", nil, 14),
        (.smoke, "SMOKE", nil, 15), (.humidity, "HUMIDITY", "HUM", 13),
        (.connectivity, "SIGNAL", nil, 12), (.battery, "BATTERY", "BAT", 11),
    ]

    private static func columns(
        of feed: FeedDescription, from origin: Position?
    ) -> [CellColumn<SiteStatus>] {
        let site: [CellColumn<SiteStatus>] = [
            .init(column: .init(title: "ID", priority: 20, minWidth: 10)) {
                TerminalText.limited($0.site.id)
            },
            .init(column: .init(title: "NAME", priority: 7, minWidth: 12)) {
                TerminalText.limited($0.site.name ?? "")
            },
            .init(column: .init(title: "REGION", priority: 3, minWidth: 12)) {
                TerminalText.limited(feed.regionName(of: $0.site) ?? "")
            },
            .init(column: .init(title: "DISTANCE", isRightAligned: true, priority: 18)) { status in
                origin.flatMap { status.site.position.map($0.distance) }.map(ShortText.meters) ?? ""
            },
            .init(
                column: .init(
                    title: "VEHICLES", isRightAligned: true, priority: 17, shortTitle: "VEH."),
                text: vehicles),
            .init(column: .init(title: "AVAILABLE", priority: 1, minWidth: 12)) {
                TerminalText.limited(feed.text(of: $0.site.vehiclesByType) ?? "")
            },
            .init(column: .init(title: "DOCKS", isRightAligned: true, priority: 0)) {
                $0.site.docksAvailable.map(\.description) ?? ""
            },
            .init(column: .init(title: "ALARM", priority: 18, minWidth: 6), color: { _ in .red }) {
                $0.alarms.map(\.quantity.label).joined(separator: ", ")
            },
        ]
        let measured = sensors.map { quantity, title, short, priority in
            CellColumn<SiteStatus>(
                column: .init(
                    title: title, isRightAligned: true, priority: priority, shortTitle: short),
                color: { $0.measurement(of: quantity)?.state == .alarm ? .red : .plain },
                text: { $0.measurement(of: quantity)?.text ?? "" })
        }
        let service = CellColumn<SiteStatus>(
            column: .init(title: "SERVICE", priority: 7), color: { _ in .yellow },
            text: { $0.site.serviceText ?? "" })
        return site + measured + [service]
    }

    /// Returns the number of vehicles and the capacity, such as `3/10`.
    private static func vehicles(of status: SiteStatus) -> String {
        let count = status.vehicles.map(\.description)
        guard let capacity = status.site.capacity else { return count ?? "" }
        return (count ?? "?") + "/\(capacity)"
    }
}

extension SiteStatus {
    /// Returns the last measurement of a quantity.
    func measurement(of quantity: Quantity) -> Measurement? {
        site.measurements.first { $0.quantity == quantity }
    }
}
