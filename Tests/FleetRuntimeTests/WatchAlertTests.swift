import FleetCore
import FleetRuntimeTestSupport
import FleetService
import Synchronization
import Testing

@testable import FleetRuntime

@Suite("Alerts are those of the watch's vehicles, one for each event")
struct WatchAlertTests {
    /// Notifier that records the alerts.
    private final class Recorder: Notifier {
        let alerts = Mutex<[Alert]>([])
        var label: String { "recorder" }
        func notify(_ alert: Alert) async throws { alerts.withLock { $0.append(alert) } }
        func close() async {}
    }

    private let home: TestHome

    init() throws { home = try TestHome() }

    /// Returns a vehicles document.
    private func feed(_ vehicles: [(id: String, percent: Int, fallen: Bool)]) -> String {
        let rows = vehicles.map {
            #"{"id":"\#($0.id)","lat":48.5,"lng":2.25,"battery":\#($0.percent),"#
                + #""tipped_over":\#($0.fallen)}"#
        }
        return #"{"vehicles":[\#(rows.joined(separator: ","))]}"#
    }

    /// Returns the alerts of all kinds after these documents, as text.
    private func alerts(
        _ query: VehicleQuery, battery: BatteryThresholds = .default, _ documents: String...
    ) async throws -> [String] {
        let recorder = Recorder()
        let context = try home.context()
        let dispatcher = AlertDispatcher(
            rules: AlertRules(Set(AlertKind.all)),
            deliveries: [
                AlertDelivery(
                    recorder, perMinute: 1000, clock: context.serviceClock, warn: { _ in })
            ])
        var source = Source(location: .file(try home.write(documents[0], to: "feed.json")))
        source.rotation = .no
        try await home.add("town", source)
        let session = try home.open("town")
        let subscription = try session.subscription(WatchPolicy())
        let selection = WatchSelection(of: session, query)
        let watch = WatchAlerts(
            dispatcher, of: "town", feed: EventFeed(subscription, of: selection, battery: battery),
            selection: selection, battery: battery, now: context.shownNow)
        try await dispatcher.deliver {
            for document in documents {
                try home.write(document, to: "feed.json")
                home.advance(by: .seconds(60))
                _ = try await home.open("town").loadedIDs()
                try selection.resolve(in: subscription.store)
                let info = try subscription.read { $0.info }
                let state = ServiceState.live(info, nextAt: info.fetchedAt)
                try watch.process(StateUpdate(seq: 1, at: info.fetchedAt, state: state))
            }
        }
        return recorder.alerts.withLock { $0.map { "\($0.id ?? "") \($0.kind.name)" } }
    }

    @Test("a battery that becomes low is one alert, whether it is an event or an alarm")
    func low() async throws {
        let sent = try await alerts(
            VehicleQuery(), feed([("A", 50, false), ("B", 10, false)]),
            feed([("A", 20, false), ("B", 9, false)]), feed([("A", 19, false), ("B", 9, false)]))
        #expect(
            sent.sorted() == [
                "A battery_changed", "A battery_low", "B battery_changed", "B battery_percent",
            ])
    }

    @Test("the threshold applies to the event and to the alarm")
    func threshold() async throws {
        let sent = try await alerts(
            VehicleQuery(), battery: BatteryThresholds(low: 40, full: 90),
            feed([("A", 50, false), ("B", 39, false)]), feed([("A", 40, false), ("B", 39, false)]))
        #expect(sent.sorted() == ["A battery_low", "B battery_percent"])
    }

    @Test("a filter narrows events and the alarms of vehicles, also of one that just left it")
    func narrowed() async throws {
        var query = VehicleQuery()
        query.filter.battery = ValueRange(minimum: 45, maximum: nil)
        let sent = try await alerts(
            query, feed([("A", 50, false), ("B", 30, false)]),
            feed([("A", 40, true), ("B", 25, true)]), feed([("A", 30, true), ("B", 24, true)]))
        #expect(sent.sorted() == ["A battery_changed", "A tipped_over"])
    }

    @Test(
        "a source that lacks vehicles or sites is not stale, and one whose feed fails is",
        arguments: [(Source.Feed.vehicles, FeedFailure.Reason.onlyStations), (.sites, .noSites)])
    func lacking(feed: Source.Feed, lacks: FeedFailure.Reason) throws {
        var detector = AlertDetector(
            AlertRules([.feedStale]), of: "town", battery: .default)
        func kinds(_ reason: FeedFailure.Reason) -> [String] {
            let failure = FeedFailure(reason, at: "town.json")
            let state = ServiceState.failed(
                failure, retryAt: Timestamp(seconds: 60), attempt: 1, nil)
            return detector.alerts(for: state, of: feed, at: Timestamp(seconds: 0))
                .map(\.kind.name)
        }
        #expect(kinds(lacks) == [])
        #expect(kinds(.empty) == ["feed_stale"])
        #expect(kinds(lacks) == [])
        #expect(kinds(.empty) == ["feed_stale"])
    }

    @Test("typed IDs narrow the alerts, and a vehicle that returns is one of them")
    func typed() async throws {
        var query = VehicleQuery()
        query.typedIDs = ["a"]
        let all = feed([("A-1", 50, false), ("B-2", 50, false)])
        let rest = feed([("C-3", 50, false)])
        let sent = try await alerts(query, all, rest, all)
        #expect(sent == ["A-1 disappeared", "A-1 appeared"])
        #expect(home.messages.contains("using A-1 for a\n"))
    }
}

@Suite("A filter that applies to sites narrows their alarms")
struct SiteFilterTests {
    private func site(_ id: String, latitude: Double?) -> Site {
        var site = Site(id: id)
        site.position = latitude.flatMap { Position(latitude: $0, longitude: 2) }
        return site
    }

    @Test("by ID and location, and not by what only vehicles have")
    func sites() throws {
        let sites = [
            site("north", latitude: 50), site("south", latitude: 40), site("?", latitude: nil),
        ]
        func selected(_ change: (inout Filter) -> Void) -> [String] {
            var filter = Filter()
            change(&filter)
            return sites.filter(filter.matches).map(\.id)
        }
        #expect(selected { $0.station = "south" } == ["south"])
        let center = try #require(Position(latitude: 50, longitude: 2))
        #expect(selected { $0.area = Area(center: center, radiusMeters: 100) } == ["north"])
        let corner = try #require(Position(latitude: 51, longitude: 3))
        #expect(
            selected { $0.box = BoundingBox(southWest: center, northEast: corner) } == ["north"])
        #expect(selected { $0.ids = VehicleIDs(["north"]) } == sites.map(\.id))
        #expect(selected { $0.states = [.disabled] } == sites.map(\.id))
    }
}
