import Testing

@testable import FleetCore

@Suite("The check of a table over time") struct TableMonitorTests {
    /// Reads 30 days in which nothing changes, with a survey each day.
    private func unchanged(_ format: String) throws -> FeedReadings {
        var readings = FeedReadings()
        (readings.format, readings.ttl) = (format, nil)
        for reading in 0..<(30 * 288) {
            var survey = FeedObservation.Survey()
            (survey.total, survey.parked) = (100, [100, 100, 100, 100])
            try readings.read(
                changed: 0, updated: FeedReadings.start, survey: reading % 288 == 0 ? survey : nil)
        }
        return readings
    }

    @Test("a table that is unchanged for 30 days has no finding, and a feed would have some")
    func unchanged() throws {
        for format in TableFormat.allCases {
            #expect(try unchanged(format.rawValue).events == [])
        }
        let rules = Set(try unchanged("MDS 2.0").opened.map(\.rule))
        #expect(rules.isSuperset(of: [.time.lastUpdatedStuck, .time.parked14Days]))
    }

    @Test("rows that are added, removed, numbered anew or edited are no finding")
    func edited() throws {
        var readings = FeedReadings()
        readings.format = TableFormat.csv.rawValue
        try readings.readHealthily(for: 2)
        var many = FeedObservation.Sample()
        for number in 0..<50 { many.add("v\(number)", "edited") }
        for total in [300, 20, 300, 0, 0, 0, 0] {
            try readings.read(total) {
                ($0.changes.added, $0.changes.gone) = (total, 300)
                ($0.teleports, $0.changedTypes) = (many, many)
            }
        }
        try readings.readHealthily(for: 26)
        #expect(readings.events == [])
    }

    @Test("a table that disappears is found once, and closes when it can be read again")
    func disappeared() throws {
        var readings = FeedReadings()
        readings.format = TableFormat.workbook.rawValue
        try readings.readHealthily(for: 1)
        for _ in 0..<20 { try readings.fail("the file does not exist") }
        try readings.readHealthily(for: 2)
        #expect(
            readings.events.map { $0.split(separator: " ")[0] } == ["feed-failing", "feed-failing"])
        #expect(readings.opened.count == 1)
    }

    @Test("edited and removed rows are no trips")
    func trips() {
        var vehicles = FeedObservation.Vehicles()
        (vehicles.total, vehicles.trips) = (10, 5)
        (vehicles.changes.changed, vehicles.changes.gone) = (3, 2)
        #expect(vehicles.ofTable.trips == 0)
        #expect(vehicles.ofTable.changes == vehicles.changes && vehicles.ofTable.total == 10)
    }

    @Test("what a source broke as a feed closes after it has become a table")
    func feedThatBecameTable() throws {
        var readings = FeedReadings()
        for _ in 0..<(24 * 12) { try readings.read(changed: 0, updated: FeedReadings.start) }
        #expect(!readings.opened.isEmpty)
        readings.format = TableFormat.csv.rawValue
        try readings.readHealthily(for: 2)
        #expect(readings.monitor.entries.isEmpty)
    }
}
