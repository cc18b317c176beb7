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
        try await alerts(
            query, battery: battery, of: "feed.json", documents.map { ["feed.json": $0] })
    }

    /// Returns the alerts of all kinds after the files of each step are written, as text.
    private func alerts(
        _ query: VehicleQuery, battery: BatteryThresholds = .default, of location: String,
        _ steps: [[String: String]]
    ) async throws -> [String] {
        let recorder = Recorder()
        let context = try home.context()
        let dispatcher = AlertDispatcher(
            rules: AlertRules(Set(AlertKind.all)),
            deliveries: [
                AlertDelivery(
                    recorder, perMinute: 1000, clock: context.serviceClock, warn: { _ in })
            ])
        var source = Source(location: .file(home.path + "/" + location))
        source.rotation = .no
        try await home.add("town", source)
        let session = try home.open("town")
        let subscription = try session.subscription(WatchPolicy())
        let selection = WatchSelection(of: session, query)
        let watch = WatchAlerts(
            dispatcher, of: "town", feed: EventFeed(subscription, of: selection, battery: battery),
            selection: selection, subscription: subscription, battery: battery,
            now: context.shownNow)
        try await dispatcher.deliver {
            for files in steps {
                for (name, text) in files { try home.write(text, to: name) }
                home.advance(by: .seconds(61))
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

    @Test("the operator's zones and notices raise alerts, but not those of the first snapshot")
    func zonesAndNotices() async throws {
        func vehicles(_ latitude: Double, _ more: String = "") -> String {
            #"{"data":{"vehicles":[{"vehicle_id":"A","lat":\#(latitude),"lon":2.5}\#(more)]}}"#
        }
        func notices(_ ids: String...) -> String {
            let rows = ids.map { #"{"alert_id":"\#($0)","summary":"Strike \#($0)"}"# }
            return #"{"data":{"alerts":[\#(rows.joined(separator: ","))]}}"#
        }
        let discovery = ["vehicle_status", "geofencing_zones", "system_alerts"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        let zones = """
            {"data":{"geofencing_zones":{"features":[{"properties":{"name":"Dock"},"geometry":
            {"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}]}}}
            """
        var query = VehicleQuery()
        query.filter.zones = ZoneFilter(names: ["DOCK"])
        let sent = try await alerts(
            query, of: "gbfs.json",
            [
                [
                    "gbfs.json": #"{"data":{"feeds":[\#(discovery.joined(separator: ","))]}}"#,
                    "geofencing_zones.json": zones, "vehicle_status.json": vehicles(48.5),
                    "system_alerts.json": notices("old"),
                ],
                ["vehicle_status.json": vehicles(50), "system_alerts.json": notices("old", "new")],
                ["system_alerts.json": notices("new")],
                ["vehicle_status.json": vehicles(48.6), "system_alerts.json": notices("old")],
                [
                    "vehicle_status.json": vehicles(
                        48.6, #",{"vehicle_id":"B","lat":48.7,"lon":2.5}"#)
                ],
            ])
        #expect(
            sent.sorted() == [
                " system_alert", "A moved", "A moved", "A zone_entered", "A zone_left",
                "B appeared", "B zone_entered",
            ])
    }

    @Test("a zone of the filter that leaves the feed is one alert, of any selected kinds")
    func unknownZone() async throws {
        func zones(_ name: String) -> String {
            """
            {"data":{"geofencing_zones":{"features":[{"properties":{"name":"\(name)"},"geometry":
            {"type":"Polygon","coordinates":[[[2,48],[3,48],[3,49],[2,49],[2,48]]]}}]}}}
            """
        }
        func vehicles(_ ids: String...) -> String {
            let rows = ids.map { #"{"vehicle_id":"\#($0)","lat":48.5,"lon":2.5}"# }
            return #"{"data":{"vehicles":[\#(rows.joined(separator: ","))]}}"#
        }
        let discovery = ["vehicle_status", "geofencing_zones"]
            .map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        var query = VehicleQuery()
        query.filter.zones = ZoneFilter(names: ["dock"])
        let sent = try await alerts(
            query, of: "gbfs.json",
            [
                [
                    "gbfs.json": #"{"data":{"feeds":[\#(discovery.joined(separator: ","))]}}"#,
                    "geofencing_zones.json": zones("Dock"), "vehicle_status.json": vehicles("A"),
                ],
                [
                    "geofencing_zones.json": zones("Port"),
                    "vehicle_status.json": vehicles("A", "B"),
                ],
                ["vehicle_status.json": vehicles("A", "B", "C")],
            ])
        #expect(sent.filter { $0.hasSuffix("filter_unknown") } == [" filter_unknown"])
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
        arguments: [
            (Source.Feed.vehicles, FeedFailure.Reason.content(.onlyStations)),
            (.sites, .content(.noSites)),
        ])
    func lacking(feed: Source.Feed, lacks: FeedFailure.Reason) throws {
        var detector = AlertDetector(
            AlertRules([.feedStale]), of: "town", battery: .default,
            failing: try FailureBound("1"))
        func kinds(_ reason: FeedFailure.Reason) -> [String] {
            let failure = FeedFailure(reason, at: "town.json")
            let state = ServiceState.failed(
                failure, retryAt: Timestamp(seconds: 60), attempt: 1, nil)
            return detector.alerts(for: state, of: feed, at: Timestamp(seconds: 0))
                .map(\.kind.name)
        }
        #expect(kinds(lacks) == [])
        #expect(kinds(.content(.empty)) == ["feed_stale"])
        #expect(kinds(lacks) == [])
        #expect(kinds(.content(.empty)) == ["feed_stale"])
    }

    @Test("a document of vehicles that does not exist is no stale source if there are stations")
    func withoutVehicles() throws {
        for (status, leavesStations, expected) in [
            (404, true, 0), (404, false, 1), (500, true, 1),
        ] {
            var detector = AlertDetector(
                AlertRules([.feedStale]), of: "town", battery: .default,
                failing: try FailureBound("1"))
            let failure = FeedFailure(.service(.status(status)), at: "town.json")
            let state = ServiceState.failed(
                leavesStations ? failure.leavingStations() : failure,
                retryAt: Timestamp(seconds: 60), attempt: 1, nil)
            #expect(
                detector.alerts(for: state, of: .vehicles, at: Timestamp(seconds: 0)).count
                    == expected)
        }
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
