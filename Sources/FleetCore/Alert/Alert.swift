/// Something that somebody wanted to be told of at once.
public struct Alert: Equatable, Sendable {
    /// What it is about.
    public enum Content: Equatable, Sendable {
        /// Something happened to a vehicle.
        case event(VehicleEvent)
        /// A sensor began to give alarm.
        case alarm(Alarm)
        /// The feed failed, or tells nothing new.
        case feedStale(FeedLapse)
        /// The feed is good again, after it was stale since a time.
        case feedRestored(FeedLapse)
    }

    /// The source, by its name or its location without secrets.
    public let source: String
    /// When it happened.
    public let at: Timestamp
    /// What happened.
    public let content: Content

    /// Creates an alert.
    ///
    /// Of a code longer than 4096 bytes only the beginning is told, so that no feed makes an alert
    /// larger than a program can be handed.
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

    /// The kind, by which it is wanted or not.
    public var kind: AlertKind {
        switch content {
        case .event(let event): .event(event.kind)
        case .alarm(let alarm): .alarm(alarm.measurement.quantity)
        case .feedStale: .feedStale
        case .feedRestored: .feedRestored
        }
    }

    /// The code of the vehicle or site that it is about; `nil` if it is about the feed.
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
