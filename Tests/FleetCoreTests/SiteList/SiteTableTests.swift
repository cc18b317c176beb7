import Testing

@testable import FleetCore

@Suite("Tables and details of sites")
struct SiteTableTests {
    private static let depot: SiteStatus = {
        var site = Site(id: "depot-1")
        site.name = "The Depot"
        site.capacity = 10
        site.vehiclesAvailable = 3
        site.docksAvailable = 7
        site.measurements = [
            Measurement(
                .temperature, .number(41), at: Samples.now - .seconds(9),
                threshold: Threshold(maximum: 40)),
            Measurement(.humidity, .number(50)),
        ]
        return SiteStatus(site)
    }()

    private static func style(_ width: Int?, isColored: Bool = false) -> TableStyle {
        TableStyle(
            width: width, isColored: isColored, now: Samples.now,
            localTime: { "local \($0.milliseconds)" })
    }

    private static func header(_ total: Int) -> SiteListHeader {
        SiteListHeader(
            source: "demo", feed: FeedDescription(format: "test"), fetchedAt: Samples.now,
            isStale: false, total: total, skipped: 0)
    }

    private func lines(_ sites: [SiteStatus], _ style: TableStyle) throws -> [Substring] {
        var text = ""
        var sink = ByteSink { text += String(decoding: $0, as: UTF8.self) }
        try SiteListEncoder(format: .table, header: Self.header(sites.count), style: style)
            .write(sites, to: &sink)
        return text.split(separator: "\n")
    }

    @Test("a list has a line for each site, without columns that are empty for all")
    func table() throws {
        let other = SiteStatus(Site(id: "é"), vehicles: 2)
        #expect(
            try lines([Self.depot, other], Self.style(nil)) == [
                "ID       NAME       VEHICLES  DOCKS  ALARM        TEMPERATURE  HUMIDITY",
                "depot-1  The Depot      3/10      7  temperature        41 °C      50 %",
                "é                          2",
            ])
        #expect(try lines([], Self.style(nil)) == [])
        #expect(try lines([SiteStatus(Site(id: ""))], Self.style(9)) == [])
    }

    @Test("a terminal of 80 columns has all six sensors, and the whole ID")
    func allSensors() throws {
        var depot = Self.depot.site
        depot.id = "depot-nord"
        depot.measurements += [
            Measurement(.noiseLevel, .number(57.8)), Measurement(.smoke, .number(0.19)),
            Measurement(.connectivity, .number(-65)), Measurement(.battery, .number(16.8)),
        ]
        let lines = try lines([SiteStatus(depot)], Self.style(80))
        for title in ["ID", "VEH.", "ALARM", "TEMP", "NOISE", "SMOKE", "HUM", "SIGNAL", "BAT"] {
            #expect(lines[0].split(separator: " ").contains(title[...]), "\(title)")
        }
        #expect(lines[1].hasPrefix("depot-nord ") && lines[1].contains("-65 dBm"))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test("an alarm is shown as text, and in red where there is color")
    func alarm() throws {
        let plain = try lines([Self.depot], Self.style(nil)).joined()
        #expect(!plain.contains("\u{1B}"))
        let colored = try lines([Self.depot], Self.style(nil, isColored: true)).joined()
        #expect(colored.contains("\u{1B}[31mtemperature\u{1B}[0m"))
        #expect(colored.contains("\u{1B}[31m41 °C\u{1B}[0m"))
        #expect(!colored.contains("\u{1B}[31m50 %"))
    }

    private static func hostile() -> [SiteStatus] {
        Samples.hostileTexts.map { text in
            var site = Site(id: text)
            site.name = text
            site.capacity = .max
            site.vehiclesAvailable = .min
            site.vehiclesDisabled = .min
            site.docksAvailable = .max
            site.address = text
            site.measurements = [
                Measurement(.temperature, .number(-.greatestFiniteMagnitude), state: .alarm),
                Measurement(.smoke, .number(.nan)), Measurement(.connectivity, .condition(false)),
            ]
            let samples = [Sample(at: Timestamp(milliseconds: .min), value: .infinity)]
            return SiteStatus(site, samples: [.smoke: samples])
        }
    }

    @Test(
        "no row is wider than the terminal or contains unsafe characters",
        arguments: [1, 2, 5, 12, 30, 41, 80, 132])
    func narrow(width: Int) throws {
        let sites = Self.hostile()
        let text = sites.map {
            SiteDetail(header: Self.header(1), status: $0)
                .written(as: .text, style: Self.style(width)).string
        }.joined()
        let rows = try lines(sites, Self.style(width))
        // The titles, and the number of the columns that do not fit.
        #expect(rows.count == sites.count + (width < 132 ? 2 : 1))
        for row in rows { #expect(DisplayWidth.of(String(row)) <= width, "\(row)") }
        for row in text.split(separator: "\n") where width > 16 {
            #expect(DisplayWidth.of(String(row)) <= width, "\(row)")
        }
        for line in rows.map(String.init) + text.split(separator: "\n").map(String.init) {
            #expect(TerminalText.escaped(line) == line)
        }
    }

    @Test("the detail has a row for each measurement, with state, threshold and trend")
    func detail() {
        var status = Self.depot
        status.samples[.temperature] = [30, 35, 41].map {
            Sample(at: Samples.now - .seconds(9), value: $0)
        }
        let text = SiteDetail(header: Self.header(1), status: status)
            .written(as: .text, style: Self.style(nil)).string
        #expect(
            text == """
                id             depot-1
                name           The Depot
                ALARM          temperature
                capacity       10
                vehicles       3
                available      3
                free docks     7
                source         demo
                updated        0 s ago

                SENSOR       VALUE  STATE    NORMAL             AGE  TREND
                temperature  41 °C  ALARM    at most 40 °C  9 s ago  ▁▄█
                humidity      50 %  unknown

                """)
    }
}
