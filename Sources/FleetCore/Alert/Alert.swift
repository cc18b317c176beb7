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
    }

    /// The source: its name, or its location without secrets.
    public let source: String
    /// The time of the alert.
    public let at: Timestamp
    /// The subject of the alert.
    public let content: Content

    /// Creates an alert.
    ///
    /// An ID longer than 4096 bytes is cut, so that no feed can make an alert too large to pass to
    /// a program.
    public init(_ content: Content, of source: String, at time: Timestamp) {
        self.source = source
        at = time
        switch content {
        case .event(var event):
            event.vehicleID = Self.bounded(event.vehicleID)
            event.previousID = event.previousID.map(Self.bounded)
            self.content = .event(event)
        case .alarm(var alarm):
            alarm.id = Self.bounded(alarm.id)
            alarm.name = alarm.name.map(Self.bounded)
            self.content = .alarm(alarm)
        case .feedStale, .feedRestored: self.content = content
        }
    }

    /// The kind, which `--on` selects.
    public var kind: AlertKind {
        switch content {
        case .event(let event): .event(event.kind)
        case .alarm(let alarm): .alarm(alarm.measurement.quantity)
        case .feedStale: .feedStale
        case .feedRestored: .feedRestored
        }
    }

    /// The ID of the vehicle or site; `nil` if the alert is about the feed.
    public var id: String? {
        switch content {
        case .event(let event): event.vehicleID
        case .alarm(let alarm): alarm.id
        case .feedStale, .feedRestored: nil
        }
    }

    private static func bounded(_ text: String) -> String {
        text.utf8.count > 4096 ? String(text.unicodeScalars.prefix(1000)) + "…" : text
    }
}
