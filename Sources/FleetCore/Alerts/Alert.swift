/// Subject of an alert: a type for each kind, with its message and its JSON.
protocol AlertSubject: Sendable {
    /// The kind, which `--on` selects.
    var kind: AlertKind { get }
    /// The ID of the vehicle or site; `nil` if it is about the feed.
    var subjectID: String? { get }

    /// Returns a short line for people in English, safe for a terminal.
    /// - Parameter source: The name of the source.
    func message(of source: String) -> String

    /// Returns a JSON object that has `event`, the name of the kind, and `at`, the time.
    func json(at time: Timestamp) -> JSONObjectWriter
}

extension AlertSubject {
    var subjectID: String? { nil }
}

/// Something that a notifier delivers at once.
public struct Alert: Equatable, Sendable {
    /// The subject of an alert.
    public enum Content: Equatable, Sendable {
        /// A vehicle event.
        case event(VehicleEvent)
        /// A sensor entered the alarm state.
        case alarm(Alarm)
        /// The feed failed or is outdated.
        case feedStale(StalePeriod)
        /// The feed is good again after a stale period.
        case feedRestored(StalePeriod)
        /// A notice of the system began to hold.
        case notice(SystemAlert)
        /// A limit is certainly not met on a day.
        case limit(LimitViolation)
        /// Something in the feed has gone wrong, or is right again.
        case feedQuality(FeedQualityChange)
        /// What the check of the feed has seen on a day.
        case feedDigest(CheckNews.Digest)
        /// A value of the filter has left the source's lists, so the alert is silent for it.
        case filterUnknown(UnknownFilterValue)

        fileprivate var subject: any AlertSubject {
            switch self {
            case .event(let event): EventSubject(event: event)
            case .alarm(let alarm): alarm
            case .feedStale(let period): Staleness(period: period, isOver: false)
            case .feedRestored(let period): Staleness(period: period, isOver: true)
            case .notice(let notice): notice
            case .limit(let violation): violation
            case .feedQuality(let change): change
            case .feedDigest(let digest): digest
            case .filterUnknown(let unknown): unknown
            }
        }
    }

    /// The source: its name, or its location without secrets.
    public let source: String
    /// The time of the alert.
    public let at: Timestamp
    /// The subject of the alert.
    public let content: Content
    /// Whether its values are invented, to test a notifier.
    public let isTest: Bool

    /// Creates an alert.
    ///
    /// An ID longer than 4096 bytes is cut, so that no feed can make an alert too large to pass to
    /// a program.
    public init(
        _ content: Content, of source: String, at time: Timestamp, isTest: Bool = false
    ) {
        self.source = source
        at = time
        self.isTest = isTest
        self.content =
            switch content {
            case .event(let event): .event(event.withTexts(Self.bounded))
            case .alarm(let alarm): .alarm(alarm.withTexts(Self.bounded))
            case .notice(let notice): .notice(notice.withTexts(Self.bounded))
            case .feedStale, .feedRestored, .limit, .feedQuality, .feedDigest, .filterUnknown:
                content
            }
    }

    /// The kind, which `--on` selects.
    public var kind: AlertKind { content.subject.kind }

    /// The ID of the vehicle or site; `nil` if the alert is about the feed.
    public var id: String? { content.subject.subjectID }

    private static func bounded(_ text: String) -> String {
        text.utf8.count > 4096 ? String(text.unicodeScalars.prefix(1000)) + "…" : text
    }

    /// A short line for people in English, safe for a terminal, such as `V3: battery low, 18%`.
    public var message: String {
        Language.inEnglish { (isTest ? "test: " : "") + content.subject.message(of: source) }
    }

    /// The alert as one JSON object: `{"event":"battery_low",…,"source":…,"message":…}`.
    ///
    /// `event` is the name of the kind. A vehicle event has the members that `watch --events`
    /// writes. An alarm has `at`, `station_id` or `vehicle_id`, `name`, `lat`, `lon`, `quantity`,
    /// `value`, `unit`, `measured_at` and `threshold`. A feed alert has `at`, `cause`, `since`, and
    /// the `last_updated` and `fetched_at` of the last good snapshot. A notice has `at` and the
    /// members of GBFS, such as `alert_id` and `summary`. A limit has `at`, `limit`, `indicator`,
    /// `day`, `worst`, `at_most` and `worst_at`. A change of the feed's quality has `at`, `state` (`open`
    /// or `over`), `findings` and `more`, a digest `at`, the counts of the day and its `findings`.
    /// Unknown values are omitted. A test also has `"test":true`.
    public var json: UTF8Buffer {
        var object = content.subject.json(at: at)
        object.add("source", source)
        object.add("message", message)
        if isTest { object.add("test", true) }
        return object.text
    }
}

extension Alert {
    /// Creates an alert of a kind with invented values, marked as a test.
    public init(testing kind: AlertKind, of source: String, at time: Timestamp) {
        let cause = "this is a test"
        let content: Content =
            switch kind {
            case .event(let kind): .event(VehicleEvent(testing: kind, at: time))
            case .alarm(let quantity): .alarm(Alarm(testing: quantity, at: time))
            case .feedStale: .feedStale(StalePeriod(since: time, cause: cause, last: nil))
            case .feedRestored: .feedRestored(StalePeriod(since: time, cause: cause, last: nil))
            case .systemAlert: .notice(SystemAlert(id: "TEST", summary: cause))
            case .limit: .limit(.test(at: time))
            case .feedQuality: .feedQuality(FeedQualityChange([.test(at: time)], isOver: false))
            case .feedDigest: .feedDigest(.test(at: time))
            case .filterUnknown:
                .filterUnknown(UnknownFilterValue(ListedValue(field: .zone, text: "Test")))
            }
        self.init(content, of: source, at: time, isTest: true)
    }
}

/// A kind of alert, by the names that `--on` takes.
public enum AlertKind: Hashable, Sendable {
    /// A vehicle event.
    case event(VehicleEvent.Kind)
    /// A sensor of a site or a vehicle entered the alarm state.
    case alarm(Quantity)
    /// The feed failed or is outdated.
    case feedStale
    /// The feed is good again.
    case feedRestored
    /// A notice of the system began to hold.
    case systemAlert
    /// A limit of a permit is not met.
    case limit
    /// The check of the feed found something wrong, or it is over.
    case feedQuality
    /// What the check of the feed saw on a day.
    case feedDigest
    /// The source no longer has a value of the filter; it is always delivered.
    case filterUnknown

    /// Every kind in groups with a name: events, alarms and the feed's own alerts.
    public static let groups: [(name: String, kinds: [AlertKind])] = [
        ("vehicles", VehicleEvent.Kind.allCases.filter { !$0.isBatteryEvent }.map(event)),
        ("batteries", VehicleEvent.Kind.allCases.filter(\.isBatteryEvent).map(event)),
        ("sensors", Quantity.allCases.map(alarm)),
        ("feed", [.feedStale, .feedRestored, .systemAlert, .feedQuality, .feedDigest]),
        ("limits", [.limit]),
    ]

    /// Every kind.
    public static let all = groups.flatMap(\.kinds)

    /// Creates the kind with a name such as `battery_low`, `smoke` or `feed_stale`; returns `nil`
    /// for an unknown name.
    public init?(name: String) {
        guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
        self = kind
    }

    /// Whether it is delivered before vehicle events: sensor alarms and the feed's own alerts.
    var isUrgent: Bool {
        switch self {
        case .event: false
        case .alarm, .feedStale, .feedRestored, .systemAlert, .limit, .feedQuality, .feedDigest,
            .filterUnknown:
            true
        }
    }

    /// The name, such as `battery_low`, `smoke` or `feed_stale`.
    public var name: String {
        switch self {
        case .event(let kind): kind.rawValue
        case .alarm(let quantity): quantity.rawValue
        case .feedStale: "feed_stale"
        case .feedRestored: "feed_restored"
        case .systemAlert: "system_alert"
        case .limit: "limit"
        case .feedQuality: "feed_quality"
        case .feedDigest: "feed_digest"
        case .filterUnknown: "filter_unknown"
        }
    }

    /// Whether it is about the zones of a filter, and so needs one with a zone.
    public var needsZone: Bool {
        if case .event(let kind) = self { kind.isZoneEvent } else { false }
    }
}

extension JSONObjectWriter {
    /// Creates an object with the name of the kind of an alert and its time.
    init(_ kind: AlertKind, at time: Timestamp) {
        self.init()
        add("event", kind.name)
        add("at", time)
    }
}

extension ShortText {
    /// Returns an ID or a name as messages show it: shortened, and safe for a terminal.
    static func subject(_ text: String) -> String {
        DisplayWidth.shortened(TerminalText.escaped(text), to: 60)
    }
}

private struct EventSubject: AlertSubject {
    let event: VehicleEvent

    var kind: AlertKind { .event(event.kind) }
    var subjectID: String? { event.vehicleID }

    func message(of source: String) -> String {
        let message = "\(ShortText.subject(event.vehicleID)): \(event.kind.label)"
        switch event.kind {
        case .moved:
            return message + (event.distanceMeters.map { " " + ShortText.meters($0) } ?? "")
        case .batteryChanged, .batteryLow, .batteryCharged:
            return message + (event.battery.map { ", " + ShortText.battery($0) } ?? "")
        case .zoneEntered, .zoneLeft:
            return message + (event.zone.map { " " + ShortText.subject($0) } ?? "")
        case .appeared, .disappeared, .reserved, .freed, .disabled, .enabled: return message
        }
    }

    func json(at _: Timestamp) -> JSONObjectWriter { event.jsonObject }
}

extension VehicleEvent {
    fileprivate func withTexts(_ text: (String) -> String) -> VehicleEvent {
        var event = self
        event.vehicleID = text(vehicleID)
        (event.previousID, event.zone) = (previousID.map(text), zone.map(text))
        return event
    }
}

extension UnknownFilterValue: AlertSubject {
    var kind: AlertKind { .filterUnknown }

    func message(of source: String) -> String {
        "\(source): the filter has the \(value.field.rawValue) \(shownText), "
            + "which the feed no longer has"
    }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        object.add("field", value.field.rawValue)
        object.add("value", value.text)
        return object
    }
}

extension SystemAlert: AlertSubject {
    var kind: AlertKind { .systemAlert }

    func message(of source: String) -> String { "\(source): \(TerminalText.escaped(line))" }

    func json(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter(kind, at: time)
        add(to: &object)
        return object
    }

    /// Maximum number of IDs of stations and of regions in an alert.
    private static let maxIDs = 20

    /// Returns the notice with shorter texts and lists.
    fileprivate func withTexts(_ text: (String) -> String) -> SystemAlert {
        var notice = self
        (notice.id, notice.summary) = (text(id), text(summary))
        (notice.type, notice.text) = (type.map(text), self.text.map(text))
        // A part of an address leads elsewhere.
        notice.link = link.flatMap { $0.utf8.count <= 4096 ? $0 : nil }
        notice.stationIDs = stationIDs.prefix(Self.maxIDs).map(text)
        notice.regionIDs = regionIDs.prefix(Self.maxIDs).map(text)
        notice.times = Array(times.prefix(Self.maxIDs))
        return notice
    }
}
