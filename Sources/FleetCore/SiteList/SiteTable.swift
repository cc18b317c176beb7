/// Encoder for sites as aligned columns; alarms have a column of their own, and red values.
enum SiteTable {
    /// Appends the table; an empty one has no titles.
    static func append(
        _ sites: [SiteStatus], to sink: inout ByteSink, style: TableStyle
    ) throws {
        var table = TextTable(columns)
        for site in sites { table.add(cells(of: site)) }
        guard !sites.isEmpty else { return }
        for line in table.lines(style: style) {
            sink.append(line)
            sink.append("\n")
            try sink.endRow()
        }
    }

    /// Columns for the sensors of sites; quantities that only vehicles measure have none.
    private static let sensors: [(quantity: Quantity, title: String, priority: Int)] = [
        (.temperature, "TEMPERATURE", 6), (.noiseLevel, "NOISE", 4), (.smoke, "SMOKE", 5),
        (.humidity, "HUMIDITY", 3), (.connectivity, "SIGNAL", 2), (.battery, "BATTERY", 1),
    ]

    private static let columns =
        [
            TextTable.Column(title: "ID", priority: 10, minWidth: 12),
            TextTable.Column(title: "NAME", priority: 7, minWidth: 12),
            TextTable.Column(title: "VEHICLES", isRightAligned: true, priority: 8),
            TextTable.Column(title: "DOCKS", isRightAligned: true, priority: 0),
            TextTable.Column(title: "ALARM", priority: 9, minWidth: 12),
        ]
        + sensors.map {
            TextTable.Column(title: $0.title, isRightAligned: true, priority: $0.priority)
        }

    private static func cells(of status: SiteStatus) -> [TextTable.Cell] {
        let site = status.site
        let alarms = status.alarms.map(\.quantity.label).joined(separator: ", ")
        return [
            TextTable.Cell(text: feedText(site.id)),
            TextTable.Cell(text: feedText(site.name ?? "")),
            TextTable.Cell(text: vehicles(of: status)),
            TextTable.Cell(text: site.docksAvailable.map(\.description) ?? ""),
            TextTable.Cell(text: alarms, color: .red),
        ] + sensors.map { cell(of: $0.quantity, in: site) }
    }

    /// Returns the number of vehicles and the capacity, such as `3/10`.
    private static func vehicles(of status: SiteStatus) -> String {
        let count = status.vehicles.map(\.description)
        guard let capacity = status.site.capacity else { return count ?? "" }
        return (count ?? "?") + "/\(capacity)"
    }

    private static func cell(of quantity: Quantity, in site: Site) -> TextTable.Cell {
        guard let measurement = site.measurements.first(where: { $0.quantity == quantity }) else {
            return TextTable.Cell(text: "")
        }
        let color: TextColor = measurement.state == .alarm ? .red : .plain
        return TextTable.Cell(text: measurement.text, color: color)
    }

    /// Returns feed text, escaped, and truncated so that one site cannot widen the column
    /// excessively.
    static func feedText(_ text: String) -> String {
        let isLong = text.utf8.count > 512
        let scalars = text.unicodeScalars.prefix(isLong ? 120 : .max)
        return TerminalText.escaped(isLong ? String(scalars) + "…" : text)
    }
}
