extension SiteDetail {
    /// What is known as lines of a name and a value; what is not known has no line.
    public func lines(style: TableStyle) -> [DetailLine] {
        var lines = [DetailLine(name: "id", value: safe(status.site.id), paint: .bold)]
        func add(_ name: String, _ value: String?, paint: Paint = .plain) {
            guard let value else { return }
            lines.append(DetailLine(name: name, value: safe(value), paint: paint))
        }
        let site = status.site
        add("name", site.name)
        let alarms = status.alarms.map(\.quantity.words).joined(separator: ", ")
        add("ALARM", alarms.isEmpty ? nil : alarms, paint: .red)
        add("address", site.address)
        add("position", site.position.map(ShortText.position))
        add("capacity", site.capacity.map(\.description))
        add("vehicles", status.vehicles.map(\.description))
        add("to be taken", site.vehiclesAvailable.map(\.description))
        add("out of service", site.vehiclesDisabled.map(\.description))
        add("free docks", site.docksAvailable.map(\.description))
        add("installed", Self.word(site.isInstalled))
        add("renting", Self.word(site.isRenting))
        add("returning", Self.word(site.isReturning))
        add("last reported", site.lastReported.map { style.words(for: $0) })
        add("source", head.feed.isSimulated ? head.source + " (simulated)" : head.source)
        add("updated", style.words(for: head.feed.lastUpdated ?? head.fetchedAt))
        if head.isStale {
            add("stale", "yes, fetched " + style.words(for: head.fetchedAt), paint: .yellow)
        }
        return lines
    }

    /// The detail as text: what is known, then what is measured, with its course.
    func text(style: TableStyle) -> ByteText {
        var text = ByteText()
        for line in lines(style: style) {
            let name = DisplayWidth.shortened(line.name, to: Self.nameWidth - 1)
            text.append(style.isColored ? Paint.faint(name) : name)
            text.append(UInt8(ascii: " "), count: Self.nameWidth - name.utf8.count)
            let value = style.width.map {
                DisplayWidth.shortened(line.value, to: max(1, $0 - Self.nameWidth))
            }
            text.append(style.isColored ? line.paint(value ?? line.value) : value ?? line.value)
            text.append(UInt8(ascii: "\n"))
        }
        guard !status.site.measurements.isEmpty else { return text }
        text.append("\n")
        append(to: &text, style)
        return text
    }

    private static let nameWidth = 15
    /// As many characters as the course of a value has.
    private static let courseWidth = 40

    private func append(to text: inout ByteText, _ style: TableStyle) {
        var table = TextTable([
            TextTable.Column(title: "MEASURED", rank: 5),
            TextTable.Column(title: "VALUE", isNumber: true, rank: 4),
            TextTable.Column(title: "STATE", rank: 3),
            TextTable.Column(title: "NORMAL", rank: 0),
            TextTable.Column(title: "AGE", isNumber: true, rank: 2),
            TextTable.Column(title: "COURSE", rank: 1, least: 8),
        ])
        for measurement in status.site.measurements { table.add(row(of: measurement, style)) }
        for line in table.lines(style: style) {
            text.append(line)
            text.append("\n")
        }
    }

    private func row(of measurement: Measurement, _ style: TableStyle) -> [TextTable.Cell] {
        let isAlarm = measurement.state == .alarm
        let paint: Paint = isAlarm ? .red : .plain
        let samples = status.samples[measurement.quantity] ?? []
        return [
            TextTable.Cell(text: measurement.quantity.words),
            TextTable.Cell(text: measurement.words, paint: paint),
            TextTable.Cell(text: isAlarm ? "ALARM" : measurement.state.rawValue, paint: paint),
            TextTable.Cell(text: measurement.thresholdWords ?? ""),
            TextTable.Cell(text: measurement.measuredAt.map { style.words(for: $0) } ?? ""),
            TextTable.Cell(text: Sparkline.text(of: samples, width: Self.courseWidth)),
        ]
    }

    /// Text of the feed made safe, and cut where no honest text is as long.
    private func safe(_ text: String) -> String { SiteTable.feedText(text) }

    private static func word(_ flag: Bool?) -> String? { flag.map { $0 ? "yes" : "no" } }
}
