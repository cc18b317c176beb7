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
        switch content {
        case .event(var event):
            event.vehicleID = Self.bounded(event.vehicleID)
            event.previousID = event.previousID.map(Self.bounded)
            event.zone = event.zone.map(Self.bounded)
            self.content = .event(event)
        case .alarm(var alarm):
            alarm.id = Self.bounded(alarm.id)
            alarm.name = alarm.name.map(Self.bounded)
            self.content = .alarm(alarm)
        case .notice(let notice): self.content = .notice(notice.bounded(Self.bounded))
        case .feedStale, .feedRestored, .limit, .feedQuality, .feedDigest, .filterUnknown:
            self.content = content
        }
    }

    /// The kind, which `--on` selects.
    public var kind: AlertKind {
        switch content {
        case .event(let event): .event(event.kind)
        case .alarm(let alarm): .alarm(alarm.measurement.quantity)
        case .feedStale: .feedStale
        case .feedRestored: .feedRestored
        case .notice: .systemAlert
        case .limit: .limit
        case .feedQuality: .feedQuality
        case .feedDigest: .feedDigest
        case .filterUnknown: .filterUnknown
        }
    }

    /// The ID of the vehicle or site; `nil` if the alert is about the feed.
    public var id: String? {
        switch content {
        case .event(let event): event.vehicleID
        case .alarm(let alarm): alarm.id
        case .feedStale, .feedRestored, .notice, .limit, .feedQuality, .feedDigest, .filterUnknown:
            nil
        }
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count > 4096 ? String(text.unicodeScalars.prefix(1000)) + "…" : text
    }

    /// A short line for people in English, safe for a terminal, such as `V3: battery low, 18%`.
    public var message: String {
        Language.inEnglish { (isTest ? "test: " : "") + subjectMessage }
    }

    private var subjectMessage: String {
        switch content {
        case .event(let event): Self.message(for: event)
        case .alarm(let alarm): Self.message(for: alarm)
        case .feedStale(let period): "\(source) is stale: \(TerminalText.escaped(period.cause))"
        case .feedRestored: "\(source) is no longer stale"
        case .notice(let notice): "\(source): \(TerminalText.escaped(notice.line))"
        case .limit(let violation): "\(source): \(violation.line)"
        case .feedQuality(let change): "\(source): \(change.line)"
        case .feedDigest(let digest): "\(source): \(digest.line)"
        case .filterUnknown(let unknown):
            "\(source): the filter has the \(unknown.value.field.rawValue) "
                + "\(unknown.shownText), which the feed no longer has"
        }
    }

    private static func message(for event: VehicleEvent) -> String {
        let message = "\(shortened(event.vehicleID)): \(event.kind.label)"
        switch event.kind {
        case .moved:
            return message + (event.distanceMeters.map { " " + ShortText.meters($0) } ?? "")
        case .batteryChanged, .batteryLow, .batteryCharged:
            return message + (event.battery.map { ", " + ShortText.battery($0) } ?? "")
        case .zoneEntered, .zoneLeft:
            return message + (event.zone.map { " " + shortened($0) } ?? "")
        case .appeared, .disappeared, .reserved, .freed, .disabled, .enabled: return message
        }
    }

    private static func message(for alarm: Alarm) -> String {
        let measurement = alarm.measurement
        let name = shortened(alarm.name ?? alarm.id)
        switch measurement.value {
        case .condition: return "\(name): \(measurement.alarmLabel)"
        case .number:
            return "\(name): \(measurement.quantity.label) alarm, \(measurement.text)"
        }
    }

    private static func shortened(_ text: String) -> String {
        DisplayWidth.shortened(TerminalText.escaped(text), to: 60)
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
    /// Unknown values are omitted. A test also has
    /// `"test":true`.
    public var json: UTF8Buffer {
        var object: JSONObjectWriter
        switch content {
        case .event(let event): object = event.jsonObject
        case .alarm(let alarm): object = alarm.jsonObject(at: at)
        case .feedStale(let period), .feedRestored(let period): object = json(of: period)
        case .notice(let notice):
            object = begunObject
            notice.add(to: &object)
        case .limit(let violation):
            object = begunObject
            violation.add(to: &object)
        case .feedQuality(let change):
            object = begunObject
            change.add(to: &object)
        case .feedDigest(let digest):
            object = begunObject
            digest.add(to: &object)
        case .filterUnknown(let unknown):
            object = begunObject
            object.add("field", unknown.value.field.rawValue)
            object.add("value", unknown.value.text)
        }
        object.add("source", source)
        object.add("message", message)
        if isTest { object.add("test", true) }
        return object.text
    }

    /// An object with the name of the kind and the time.
    private var begunObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", kind.name)
        object.add("at", at)
        return object
    }

    private func json(of period: StalePeriod) -> JSONObjectWriter {
        var object = begunObject
        object.add("cause", period.cause)
        object.add("since", period.since)
        object.add("last_updated", period.lastUpdated)
        object.add("fetched_at", period.fetchedAt)
        return object
    }
}

extension Alarm {
    fileprivate func jsonObject(at time: Timestamp) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("event", measurement.quantity.rawValue)
        object.add("at", time)
        switch subject {
        case .site: object.add("station_id", id)
        case .vehicle: object.add("vehicle_id", id)
        }
        object.add("name", name)
        object.add("lat", position?.latitude)
        object.add("lon", position?.longitude)
        object.add(measurement)
        return object
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

extension SystemAlert {
    /// Maximum number of IDs of stations and of regions in an alert.
    private static let maxIDs = 20

    /// Returns the notice with shorter texts and lists.
    fileprivate func bounded(_ text: (String) -> String) -> SystemAlert {
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
