/// Encoder for sites as aligned columns; alarms have a column of their own, and red values.
enum SiteTable {
    /// Appends the table; an empty one has no titles.
    static func append(
        _ sites: [SiteStatus], of feed: FeedDescription, from origin: Position?, hasTitles: Bool,
        to sink: inout ByteSink, style: TableStyle
    ) throws {
        guard !sites.isEmpty else { return }
        var table = TextTable(columns, style: style)
        table.append(
            sites.map { row(of: $0, in: feed, from: origin) }, hasTitles: hasTitles,
            to: &sink.text)
        try sink.endRow()
    }

    /// Columns for the sensors of sites; quantities that only vehicles measure have none.
    private static let sensors: [(quantity: Quantity, title: String, priority: Int)] = [
        (.temperature, "TEMPERATURE", 6), (.noiseLevel, "NOISE", 4), (.smoke, "SMOKE", 5),
        (.humidity, "HUMIDITY", 3), (.connectivity, "SIGNAL", 2), (.battery, "BATTERY", 1),
    ]

    private static let columns =
        [
            TableColumn(title: "ID", priority: 10, minWidth: 12),
            TableColumn(title: "NAME", priority: 7, minWidth: 12),
            TableColumn(title: "REGION", priority: 3, minWidth: 12),
            TableColumn(title: "DISTANCE", isRightAligned: true, priority: 9),
            TableColumn(title: "VEHICLES", isRightAligned: true, priority: 8),
            TableColumn(title: "AVAILABLE", priority: 1, minWidth: 12),
            TableColumn(title: "DOCKS", isRightAligned: true, priority: 0),
            TableColumn(title: "ALARM", priority: 9, minWidth: 12),
        ]
        + sensors.map {
            TableColumn(title: $0.title, isRightAligned: true, priority: $0.priority)
        } + [TableColumn(title: "SERVICE", priority: 8)]

    private static func row(
        of status: SiteStatus, in feed: FeedDescription, from origin: Position?
    ) -> TableRow {
        let site = status.site
        let distance = origin.flatMap { origin in site.position.map(origin.distance) }
        var row = TableRow([
            TerminalText.limited(site.id), TerminalText.limited(site.name ?? ""),
            TerminalText.limited(feed.regionName(of: site) ?? ""),
            distance.map(ShortText.meters) ?? "",
            vehicles(of: status), TerminalText.limited(feed.text(of: site.vehiclesByType) ?? ""),
            site.docksAvailable.map(\.description) ?? "",
        ])
        row.add(status.alarms.map(\.quantity.label).joined(separator: ", "), .red)
        for (quantity, _, _) in sensors {
            let measurement = site.measurements.first { $0.quantity == quantity }
            row.add(measurement?.text ?? "", measurement?.state == .alarm ? .red : .plain)
        }
        row.add(site.serviceText ?? "", .yellow)
        return row
    }

    /// Returns the number of vehicles and the capacity, such as `3/10`.
    private static func vehicles(of status: SiteStatus) -> String {
        let count = status.vehicles.map(\.description)
        guard let capacity = status.site.capacity else { return count ?? "" }
        return (count ?? "?") + "/\(capacity)"
    }
}
