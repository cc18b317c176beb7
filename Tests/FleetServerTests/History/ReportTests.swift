import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import FleetSQL
@testable import FleetServer

@Suite("The report of a history")
struct ReportTests {
    /// The hour that was read, on the clocks of the system.
    private static let hour = "from=2027-01-15T08:00%2B01:00&to=2027-01-15T09:00%2B01:00"
    private static let path = "/api/v1/sources/demo/report?"

    /// A server that has read A for an hour, and B except for 20 minutes.
    private func served() async throws -> ServedTeam {
        let server = try await ServedTeam.withHistory(isRead: false)
        let source = server.sources.all[0]
        var feed = FeedDescription(format: "GBFS 3.0")
        feed.timeZone = "Europe/Oslo"
        for minute in stride(from: 0.0, to: 60, by: 5) {
            let ids = (20..<40).contains(minute) ? ["A"] : ["A", "B"]
            try await server.load(
                ids.map { id in
                    var vehicle = Vehicle(id: id)
                    (vehicle.isReserved, vehicle.isDisabled) = (false, false)
                    vehicle.typeID = id == "A" ? "bike<b>" : "scooter"
                    vehicle.position = Position(latitude: 59.9, longitude: 10.7)
                    return vehicle
                }, source, feed, at: 1_800_000_000 - 3600 + minute * 60,
                history: source.source.history)
        }
        return server
    }

    private func values(_ document: [String: Any]) -> [String: Double] {
        let all = document["indicators"] as? [[String: Any]] ?? []
        return Dictionary(
            all.map { value in
                let group = (value["group"] as? String).map { " " + $0 } ?? ""
                return ("\(value["name"] ?? "")\(group)", value["value"] as? Double ?? -1)
            }
        ) { first, _ in first }
    }

    @Test("The document has the indicators of the time, with their coverage and reasons")
    func document() async throws {
        let server = try await served()
        let program = try await server.program("p", .viewer, .read)
        let document = try await program.get(Self.path + Self.hour).json()
        #expect(document["from"] as? String == "2027-01-15T07:00:00Z")
        #expect(document["to"] as? String == "2027-01-15T08:00:00Z")
        #expect(document["time_zone"] as? String == "Europe/Oslo")
        #expect(document["coverage"] as? Double == 1)
        let values = values(document)
        let mean = try #require(values["vehicles_in_public_space.avg"])
        #expect(abs(mean - 100.0 / 60) < 1e-9)
        #expect(values["trips.start_loc.count"] == 1)
        let idle = try #require(values["dockless.utilization.idle.percent"])
        #expect(abs(idle - 100.0 / 120 * 100) < 1e-9)
        let first = try #require((document["indicators"] as? [[String: Any]])?.first)
        #expect(first["is_estimated"] as? Bool == true)
        #expect(first["reason"] as? String == "trips_not_in_feed")
        let csv = try await program.get(Self.path + Self.hour + "&by=hour&by=type&format=csv")
        #expect(csv.fields[.contentType] == "text/csv; charset=utf-8")
        // A header, and two groups with 16 indicators.
        #expect(csv.text.split(whereSeparator: \.isNewline).count == 33)
        let groups = self.values(try await program.get(Self.path + Self.hour + "&by=type").json())
        let scooters = try #require(groups["vehicles_in_public_space.avg scooter"])
        #expect(abs(scooters - 40.0 / 60) < 1e-9)
    }

    @Test("The page has pictures and tables of the indicators, the groups, and links to the files")
    func page() async throws {
        let server = try await served()
        let ada = try await server.visitor("ada")
        let page = try await ada.get("/report?\(Self.hour)&by=hour&by=type")
        #expect(page.status == 200)
        #expect(page.text.contains("bike&lt;b&gt;") && !page.text.contains("bike<b>"))
        #expect(page.text.components(separatedBy: "<figure class=\"axes\">").count == 8)
        #expect(page.text.components(separatedBy: "Values as a table").count == 8)
        #expect(page.text.contains("Vehicles on a trip are not in the feed."))
        #expect(page.text.contains("class=\"line s1 estimated\""))
        #expect(page.text.contains("<dd class=\"num\">100%</dd>"))
        let path = "/api/v1/sources/demo/report?from=2027-01-15T08%3A00%2B01%3A00"
        #expect(page.text.contains("href=\"\(path)"))
        #expect(!page.text.contains("style=") && !page.text.contains("<script>"))
        let scooters = try await ada.get("/report?\(Self.hour)&by=hour&by=type&only=scooter")
        #expect(scooters.text.contains("<h2 class=\"report-group\">scooter</h2>"))
        for path in ["/", "/map"] {
            let text = try await ada.get(path).text
            #expect(text.contains("href=\"/report?source=demo\""), "\(path)")
        }
        #expect(try await ada.get("/replay").text.contains("href=\"/report?source=demo"))
        let usual = try await ada.get("/report")
        #expect(usual.text.contains(">Last 7 days</a>") && usual.text.contains(">January 2027</a>"))
        let empty = try await ada.get("/report?from=2026-01-01&to=2026-01-02&by=day&by=")
        #expect(empty.status == 200 && empty.text.contains("Nothing to report"))
    }

    @Test("A young history has columns with their values, and its hours fill the picture")
    func young() async throws {
        let server = try await served()
        let ada = try await server.visitor("ada")
        let days = try await ada.get("/report?by=day&by=").text
        #expect(days.contains("There are lines from 4 days on."))
        #expect(days.contains("<rect class=\"chart-bar s1 estimated\" x=\"50.0%\""))
        #expect(!days.contains("<path class=\"line s1\" d=\"M0.0") && days.contains("of-columns"))
        #expect(days.contains("<span>2027-01-15</span>"))
        let hours = try await ada.get("/report?by=hour&by=").text
        #expect(!hours.contains("There are lines from") && hours.contains("d=\"M0.0 "))
    }

    @Test("What cannot be reported is refused with the parameter at fault")
    func refusals() async throws {
        let server = try await served()
        let program = try await server.program("p", .viewer, .read)
        for (query, parameter) in [
            ("by=week", "by"), ("by=hour,day", "by"), ("by=zone", "by"), ("zone=none", "zone"),
            ("by=rule", "by"),
            ("rule=slow", "rule"), ("rule=fast", "rule"),
            ("month=2027-13", "month"), ("month=2027-01&to=2027-01-02", "month"),
            ("from=2028-01-01", "from"), ("from=2027-01-15&to=2027-01-14", "from"),
            ("from=2023-01-01&to=2027-01-14&by=hour", "by"), ("from=0001-01-01&by=hour", "by"),
            ("from=0001-01-01", "by"), ("until=2027-01-01", "until"),
        ] {
            let answer = try await program.get(Self.path + query)
            #expect(answer.status == 400, "\(query)")
            #expect(try answer.json()["parameter"] as? String == parameter, "\(query)")
        }
        let off = try await ServedTeam()
        let ada = try await off.visitor("ada")
        #expect(try await ada.get("/report").status == 404)
        #expect(try await !ada.get("/").text.contains("/report?source"))
        #expect(try await server.stranger.get("/report").status == 303)
        #expect(try await server.stranger.get(Self.path + Self.hour).status == 401)
    }
}

@Suite("Reports that several ask for")
struct ReportCacheTests {
    private let cache = ReportCache()
    private let gate = Gate()
    private let source = PolledSource(
        name: "demo", aliases: [], source: Source(location: .simulation("sim://demo")),
        vehicles: SourceKey(UUID(sourceName: "demo")))
    private static let start = Timestamp(seconds: 1_800_000_000)

    private static let report: HistoryReport = {
        let range = start..<start + .seconds(3600)
        let replay = ReportReplay(
            range, by: .whole, in: .utc, groups: ReplayGroups(), evidence: .state,
            replayStart: start)
        let indicators = FleetReport(replay)
        return HistoryReport(
            indicators: indicators, total: indicators, range: range, since: start, zone: .utc,
            names: [:])
    }()

    private func ask(at time: Timestamp = start) async throws -> HistoryReport {
        let key = ReportCache.Key(
            feed: source.vehicles, range: Self.report.range, request: try ReportRequest())
        return try await cache.report(key, of: source, now: time) { [gate] in
            try await gate.pass()
            return Self.report
        }
    }

    private func wait(for count: Int) async {
        while cache.readerCount != count { await Task.yield() }
    }

    @Test("are computed once, and again when they are out of date")
    func once() async throws {
        async let first = ask()
        async let second = ask()
        await wait(for: 2)
        gate.open()
        _ = try await (first, second)
        _ = try await ask(at: Self.start + .seconds(299))
        #expect(gate.passes == 1)
        _ = try await ask(at: Self.start + .seconds(300))
        #expect(gate.passes == 2)
        // A day after its end, a report is kept for an hour.
        let later = Self.start + .seconds(2 * 86_400)
        _ = try await ask(at: later)
        _ = try await ask(at: later + .seconds(3599))
        #expect(gate.passes == 3)
    }

    @Test("go on while one waits, and end with the last one; the next begins again")
    func leaving() async throws {
        let first = Task { try await ask() }
        let second = Task { try await ask() }
        await wait(for: 2)
        first.cancel()
        await wait(for: 1)
        #expect(gate.cancellations == 0)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(gate.cancellations == 1)
        gate.open()
        _ = try await ask()
        #expect(gate.passes == 1)
    }

    @Test("end when the client closes its connection, or its side of it", arguments: [true, false])
    func departure(isHalf: Bool) throws {
        let channel = EmbeddedChannel()
        let handler = ClientDisconnectHandler()
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let left = Mutex<[Int]>([])
        let departures = (0..<2).map { number in
            Departure { left.withLock { $0.append(number) } }
        }
        for departure in departures { handler.add(departure) }
        handler.remove(departures[0])
        #expect(left.withLock(\.self) == [])
        if isHalf {
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        } else {
            _ = try channel.finish()
        }
        #expect(left.withLock(\.self) == [1])
        handler.add(departures[0])
        #expect(left.withLock(\.self) == [1, 0])
    }
}

/// A place that work passes once it is open.
private final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var passes = 0
        var cancellations = 0
    }

    private let state = Mutex(State())

    var passes: Int { state.withLock(\.passes) }
    var cancellations: Int { state.withLock(\.cancellations) }

    func open() { state.withLock { $0.isOpen = true } }

    func pass() async throws {
        while !state.withLock(\.isOpen) {
            if Task.isCancelled {
                state.withLock { $0.cancellations += 1 }
                throw CancellationError()
            }
            await Task.yield()
        }
        state.withLock { $0.passes += 1 }
    }
}
