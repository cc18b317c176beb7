import FleetCore
import FleetRuntimeTestSupport
import FleetService
import FleetTestSupport
import POSIX
import SystemPackage
import Testing

@testable import FleetOutput
@testable import FleetRuntime

@Suite("A watch redraws its table in place")
struct WatchScreenTests {
    private static let now = Timestamp(seconds: 1_769_860_800)

    /// A table of three vehicles on a terminal, and the other side of that terminal.
    private struct Fixture {
        let home: TestHome
        let terminal: Terminal
        let output: Output
        let table: WatchTable
        let info: SnapshotInfo

        init(columns: UInt16 = 80, rows: UInt16 = 24, limit: Int? = nil) async throws {
            home = try TestHome()
            terminal = try Terminal(columns: columns, rows: rows)
            let descriptor = FileDescriptor(rawValue: terminal.subsidiary)
            output = Output(data: descriptor, messages: descriptor, terminalType: "linux")
            let context = try home.context(output: output, terminalType: "linux")
            try await home.add("town", Source(location: .file(try home.write(["A", "B", "C"]))))
            let source = try context.open(
                await context.select("town", in: context.preferences()))
            // Loaded without the terminal, so that it shows no progress.
            _ = try await home.open("town").listedIDs()
            let subscription = try source.subscription(WatchPolicy())
            info = try subscription.read { $0.info }
            var query = VehicleQuery()
            query.limit = limit
            table = WatchTable(
                subscription: subscription, selection: WatchSelection(of: source, query),
                savedColors: nil, ansi: .never, context: context)
        }

        /// Returns the frame that was written since the last call.
        func written() -> String {
            let manager = FileDescriptor(rawValue: terminal.manager)
            let end = "\u{1B}[J"
            var text = ""
            while !text.dropFirst(6).hasSuffix(end),
                FileDescriptor.waitForInput(
                    manager, milliseconds: Int32(Deadline.seconds) * 1000
                ).isReady
            {
                text += String(decoding: manager.availableBytes(), as: UTF8.self)
            }
            return text
        }

        func close() {
            for descriptor in [terminal.subsidiary, terminal.manager] {
                try? FileDescriptor(rawValue: descriptor).close()
            }
        }
    }

    @Test("a source of stations alone names the command that lists them")
    func onlyStations() async throws {
        let fixture = try await Fixture()
        defer { fixture.close() }
        let failure = FeedFailure(.content(.onlyStations), at: "https://example.com/gbfs.json")
        let lines = fixture.table.subscription.lines(
            of: .failed(failure, retryAt: Self.now + .seconds(22), attempt: 3, nil), end: nil)
        #expect(
            lines == [
                "town has no vehicles; `fleet site list --source town` shows its stations",
                "next attempt in 22 s",
            ])
    }

    @Test(
        "a failure has its whole cause and hint, at any width",
        arguments: [40, 80, 120] as [UInt16])
    func failure(columns: UInt16) async throws {
        let fixture = try await Fixture(columns: columns)
        defer { fixture.close() }
        try fixture.table.show(.live(fixture.info, nextAt: Self.now + .seconds(60)))
        _ = fixture.written()
        let address = "https://example.com/" + String(repeating: "a/long/path/", count: 12)
        let failure = FeedFailure(.service(.status(404)), at: address)
        try fixture.table.show(
            .failed(failure, retryAt: Self.now + .seconds(5), attempt: 1, fixture.info))
        let lines = fixture.written().split(separator: "\n").map {
            $0.replacing("\u{1B}[K", with: "")
        }
        #expect(lines.allSatisfy { $0.replacing("\u{1B}[H", with: "").count <= columns })
        let text = lines.joined().filter { $0 != " " }
        #expect(text.contains(("error: " + failure.cause).filter { $0 != " " }))
        #expect(text.contains(("hint: " + failure.hint).filter { $0 != " " }))
        #expect(text.contains("nextattemptin5s;press"))
    }

    @Test("ages and the countdown change with every second, and nothing is erased as a whole")
    func ticks() async throws {
        let fixture = try await Fixture()
        defer { fixture.close() }
        try fixture.table.show(.live(fixture.info, nextAt: Self.now + .seconds(60)))
        let first = fixture.written()
        #expect(
            first.hasPrefix("\u{1B}[H\u{1B}[J\u{1B}[Ktown · 3 of 3 vehicles · updated 0 s ago\n"))
        #expect(first.contains("next update in 60 s; press ") && first.hasSuffix("\n\u{1B}[J"))
        fixture.home.advance(by: .seconds(5))
        let goesOn = try fixture.table.handle(.tick)
        let second = fixture.written()
        #expect(
            goesOn && second.hasPrefix("\u{1B}[H\u{1B}[Ktown · 3 of 3 vehicles · updated 5 s ago\n")
        )
        #expect(second.contains("next update in 55 s; press "))
        let isDone = try !fixture.table.handle(.quit)
        #expect(isDone)
    }

    @Test(
        "the note about hidden columns takes a row from the vehicles",
        arguments: [9, 10] as [UInt16])
    func hiddenColumns(rows: UInt16) async throws {
        let style = TableStyle(
            width: 60, isColored: false, now: Self.now, localTime: { _ in "2026-01-31 12:00" })
        var header = ListHeader(
            source: "town", feed: FeedDescription(format: "GBFS 3.0"), fetchedAt: Self.now,
            isStale: false, counts: VehicleCounts(total: 5, matching: 5, unknownBattery: 0))
        header.filter = Filter()
        let vehicles = (0..<5).map { number in
            var vehicle = Vehicle(id: "vehicle-of-the-town-\(number)")
            vehicle.position = Position(latitude: 48.85, longitude: 2.35)
            vehicle.formFactor = "scooter_standing"
            vehicle.lastReported = Self.now
            return vehicle
        }
        let watched = WatchedVehicles(header: header, vehicles: vehicles)
        let lines = try watched.lines(style, rows: Int(rows) - 2)
        #expect(lines.count == Int(rows) - 2)
        #expect(lines.contains { $0.hasSuffix("column: widen the terminal") })
        let shown = lines.count { $0.hasPrefix("vehicle-of") }
        #expect(shown == (rows == 10 ? 5 : 3))
        #expect(lines.last == (rows == 10 ? "1 more column: widen the terminal" : "… and 2 more"))
    }

    @Test("a resize erases everything, and a failure leaves the stale vehicles in view")
    func resize() async throws {
        let fixture = try await Fixture()
        defer { fixture.close() }
        try fixture.table.show(.live(fixture.info, nextAt: Self.now + .seconds(60)))
        _ = fixture.written()
        _ = try fixture.table.handle(.resized)
        #expect(fixture.written().hasPrefix("\u{1B}[H\u{1B}[J"))
        let failure = FeedFailure(.service(.simulatedServerError), at: "town")
        try fixture.table.show(
            .failed(failure, retryAt: Self.now + .seconds(5), attempt: 1, fixture.info))
        let failed = fixture.written()
        #expect(failed.contains("· stale, fetched 0 s ago"))
        #expect(failed.contains("\u{1B}[KC") && failed.contains("next attempt in 5 s"))
    }

    @Test("messages are shown above the state, then vanish")
    func messages() async throws {
        let fixture = try await Fixture()
        defer { fixture.close() }
        try fixture.table.show(.live(fixture.info, nextAt: Self.now + .seconds(60)))
        try await fixture.table.screen.withMessages {
            _ = fixture.written()
            fixture.output.warn("a\u{1B}[2J")
            _ = try fixture.table.handle(.tick)
            #expect(fixture.written().contains("\u{1B}[Kwarning: a\\u{1B}[2J\n\u{1B}[Knext update"))
            fixture.home.advance(by: .seconds(40))
            _ = try fixture.table.handle(.tick)
            #expect(!fixture.written().contains("warning"))
        }
    }

    @Test(
        "the frame fits any terminal, and what does not fit is counted",
        arguments: [(80, 3), (80, 4), (80, 5), (80, 6), (80, 7), (20, 5), (1, 1), (80, 1)]
            as [(UInt16, UInt16)])
    func small(_ columns: UInt16, _ rows: UInt16) async throws {
        let fixture = try await Fixture(columns: columns, rows: rows)
        defer { fixture.close() }
        try fixture.table.show(.live(fixture.info, nextAt: Self.now + .seconds(60)))
        let lines = fixture.written().split(separator: "\n").filter { $0 != "\u{1B}[J" }
        #expect(lines.count <= max(1, Int(rows) - 1))
        guard columns == 80 else { return }
        if rows == 6 { #expect(lines.contains { $0.hasSuffix("… and 2 more") }) }
        if rows > 6 { #expect(!lines.contains { $0.contains("more") }) }
    }

    @Test("shown and hidden vehicles add up, for any number of rows")
    func counts() async throws {
        let home = try TestHome()
        let source = try home.open("sim://demo?vehicles=30")
        for limit in [nil, 12] as [Int?] {
            var query = VehicleQuery()
            query.limit = limit
            let watched = try await source.withListing(query, FetchMode()) { listing in
                var vehicles: [Vehicle] = []
                try listing.vehicles { vehicles.append($0) }
                return WatchedVehicles(header: listing.header, vehicles: vehicles)
            }
            let style = TableStyle(width: 80, isColored: false, now: Self.now) { _ in "" }
            for rows in 1...40 {
                let lines = try watched.lines(style, rows: rows)
                #expect(lines.count <= rows)
                let shown = lines.count { line in
                    watched.vehicles.contains { line.hasPrefix($0.id + " ") }
                }
                let more = lines.last?.firstMatch(of: /^… and ([0-9]+) more$/)
                let hidden = more.flatMap { Int($0.1) } ?? 0
                #expect(rows < 3 || shown + hidden == limit ?? 30, "\(rows) rows")
            }
        }
    }
}
