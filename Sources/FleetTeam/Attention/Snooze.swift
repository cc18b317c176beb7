public import FleetCore
import FleetSQL
public import Foundation

/// A promise that an entry of the attention list needs nothing until a time.
public struct Snooze: Equatable, Sendable {
    /// The maximum number of a user's snoozes that have not ended.
    public static let limit = 1000
    /// The maximum time until a snooze ends.
    public static let maxLength = Duration.seconds(30 * 86_400)

    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The UUID of the source.
    public var source: UUID
    /// The entry.
    public var subject: AttentionSubject
    /// The reason.
    public var reason: String
    /// The time when it ends.
    public var until: Timestamp
    /// The time when it was made.
    public var createdAt: Timestamp
    /// The name of the person; `nil` in a home.
    public var by: String?

    /// The handling in a report.
    var handling: AttentionReport.Handling {
        AttentionReport.Handling(
            id: id.text, isTaken: false, by: by, reason: reason, until: until, at: createdAt)
    }
}

/// A new snooze.
public struct NewSnooze: Equatable, Sendable {
    /// The UUID of the source.
    public var source: UUID
    /// The group.
    public var group: AttentionGroup
    /// The vehicle, the site, or the source itself.
    public var thing: AttentionSubject.Thing
    /// The reason.
    public var reason: String
    /// The time when it ends.
    public var until: Timestamp

    /// Creates a snooze.
    public init(
        _ group: AttentionGroup, _ thing: AttentionSubject.Thing, of source: UUID, reason: String,
        until: Timestamp
    ) {
        (self.source, self.group, self.thing) = (source, group, thing)
        (self.reason, self.until) = (reason, until)
    }

    /// Returns the snooze with texts that can be stored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    func checked(at now: Timestamp) throws(TeamError) -> NewSnooze {
        var snooze = self
        let isFitting =
            switch thing {
            case .source: group == .source
            case .vehicle: group.isOfVehicles
            case .site: group == .siteAlarm
            }
        guard isFitting else { throw .invalid(.attentionGroup, .malformed) }
        switch thing {
        case .source: break
        case .vehicle(let id): _ = try NoteText.checkedID(id, .vehicle)
        case .site(let id): _ = try NoteText.checkedID(id, .site)
        }
        let words = reason.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { throw .invalid(.reason, .tooShort(1)) }
        guard words.unicodeScalars.count <= Self.maxReason else {
            throw .invalid(.reason, .tooLong(Self.maxReason))
        }
        guard !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalid(.reason, .malformed) }
        snooze.reason = words
        guard until > now, until - now <= Snooze.maxLength else {
            throw .invalid(.until, .outOfRange)
        }
        return snooze
    }

    /// The maximum number of characters of a reason.
    static let maxReason = 200
}

extension AttentionSubject.Thing {
    /// Creates the thing of a group with an ID, which is empty for a source.
    public init(of group: AttentionGroup, id: String) {
        self =
            switch group {
            case .report, .source, .feed, .task: .source
            case .siteAlarm: .site(id)
            case .alarm, .battery, .idle: .vehicle(id)
            }
    }

    /// The ID; empty for the source itself.
    public var id: String {
        switch self {
        case .source: ""
        case .vehicle(let id), .site(let id): id
        }
    }
}
