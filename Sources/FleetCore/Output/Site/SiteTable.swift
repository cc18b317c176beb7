/// Sites as aligned columns for people; an alarm stands in its own column in words, and its value in red.
enum SiteTable {
    /// Adds the table; one of no sites has no titles either.
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

    /// What a column of a sensor is called; those of vehicles have none.
    private static let sensors: [(quantity: Quantity, title: String, rank: Int)] = [
        (.temperature, "TEMPERATURE", 6), (.noiseLevel, "NOISE", 4), (.smoke, "SMOKE", 5),
        (.humidity, "HUMIDITY", 3), (.connectivity, "SIGNAL", 2), (.battery, "BATTERY", 1),
    ]

    private static let columns =
        [
            TextTable.Column(title: "ID", rank: 10, least: 12),
            TextTable.Column(title: "NAME", rank: 7, least: 12),
            TextTable.Column(title: "VEHICLES", isNumber: true, rank: 8),
            TextTable.Column(title: "DOCKS", isNumber: true, rank: 0),
            TextTable.Column(title: "ALARM", rank: 9, least: 12),
        ]
        + sensors.map { TextTable.Column(title: $0.title, isNumber: true, rank: $0.rank) }

    private static func cells(of status: SiteStatus) -> [TextTable.Cell] {
        let site = status.site
        let alarms = status.alarms.map(\.quantity.words).joined(separator: ", ")
        return [
            TextTable.Cell(text: feedText(site.id)),
            TextTable.Cell(text: feedText(site.name ?? "")),
            TextTable.Cell(text: vehicles(of: status)),
            TextTable.Cell(text: site.docksAvailable.map(\.description) ?? ""),
            TextTable.Cell(text: alarms, paint: .red),
        ] + sensors.map { cell(of: $0.quantity, in: site) }
    }

    /// How many are there, and of how many that have room.
    private static func vehicles(of status: SiteStatus) -> String {
        let there = status.vehicles.map(\.description)
        guard let capacity = status.site.capacity else { return there ?? "" }
        return (there ?? "?") + "/\(capacity)"
    }

    private static func cell(of quantity: Quantity, in site: Site) -> TextTable.Cell {
        guard let measurement = site.measurements.first(where: { $0.quantity == quantity }) else {
            return TextTable.Cell(text: "")
        }
        let paint: Paint = measurement.state == .alarm ? .red : .plain
        return TextTable.Cell(text: measurement.words, paint: paint)
    }

    /// Text of the feed, safe and no longer than an honest one: one site's must not widen the column of
    /// all.
    static func feedText(_ text: String) -> String {
        let isLong = text.utf8.count > 512
        let scalars = text.unicodeScalars.prefix(isLong ? 120 : .max)
        return TerminalText.escaped(isLong ? String(scalars) + "…" : text)
    }
}
