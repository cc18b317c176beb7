/// Report of the entries that need attention, with the new, solved and open ones since a time: the
/// document of the API and of `fleet attention`.
public struct AttentionReport: Codable, Equatable, Sendable {
    /// A time, which documents have as text (RFC 3339).
    public struct Time: Codable, Equatable, Hashable, Sendable {
        /// The time.
        public var value: Timestamp

        /// Creates a time.
        public init(_ value: Timestamp) { self.value = value }

        /// Decodes a text.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try container.decode(String.self)
            guard let time = Timestamp(rfc3339: text) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not a time")
            }
            value = time
        }

        /// Encodes the text.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(DiagnosticLog.text(value))
        }
    }

    /// The task or the snooze that handles an entry.
    public struct Handling: Codable, Equatable, Sendable {
        /// The UUID of the task or of the snooze.
        public var id: String
        /// Whether it is a task; otherwise the entry is snoozed.
        public var isTaken: Bool
        /// The name of the person; `nil` for an unassigned task, and in a home.
        public var by: String?
        /// The number of the task, counted per author.
        public var note: Int64?
        /// The reason of a snooze, or the text of a task.
        public var reason: String
        /// The end of a snooze, or the due time of a task.
        public var until: Time?
        /// The time when it was made.
        public var at: Time

        private enum CodingKeys: String, CodingKey {
            case id, by, note, reason, until, at
            case isTaken = "is_taken"
        }

        /// Creates a handling.
        public init(
            id: String, isTaken: Bool, by: String?, note: Int64? = nil, reason: String,
            until: Timestamp?, at: Timestamp
        ) {
            (self.id, self.isTaken, self.by, self.note) = (id, isTaken, by, note)
            (self.reason, self.until, self.at) = (reason, until.map(Time.init), Time(at))
        }
    }

    /// A thing that needs attention.
    public struct Entry: Codable, Equatable, Sendable {
        /// The ID of the vehicle or site, the name of the source or of the rule of a finding, or the
        /// UUID of the task.
        public var id: String
        /// The name for people, if it is not the ID.
        public var name: String?
        /// The reason, such as `8%`.
        public var text: String
        /// The time since which it counts, as far as that is known.
        public var since: Time?
        /// Whether it counts since the time of the report; `nil` if that is unknown, or without
        /// such a time.
        public var isNew: Bool?
        /// The assignee of a task.
        public var assignee: String?
        /// The handling; `nil` for an open entry.
        public var handling: Handling?
        /// The time since which it lasts at least, if its beginning is older than the record;
        /// documents do not have it.
        public var knownSince: Time?
        /// The order within its group, the worst first; documents do not have it.
        public var rank = 0.0

        private enum CodingKeys: String, CodingKey {
            case id, name, text, since, assignee, handling
            case isNew = "is_new"
        }

        /// Returns whether an entry precedes another one of its group: the worse one, then the
        /// older one; those of an unknown age come last.
        public static func isWorse(_ first: Self, than second: Self) -> Bool {
            func age(_ entry: Self) -> Int64 {
                (entry.since ?? entry.knownSince)?.value.milliseconds ?? .max
            }
            return (first.rank, age(first)) < (second.rank, age(second))
        }

        /// Creates an entry.
        public init(id: String, name: String? = nil, text: String, since: Timestamp? = nil) {
            (self.id, self.name, self.text) = (id, name, text)
            self.since = since.map(Time.init)
        }
    }

    /// The entries of one group and one source.
    public struct Group: Codable, Equatable, Sendable {
        /// The group.
        public var group: AttentionGroup
        /// The name of the source; `nil` for the tasks of all sources.
        public var source: String?
        /// The bound in words.
        public var bound: String
        /// The number of open entries: those that are not handled.
        public var count: Int
        /// The number of those that are new since the time of the report; `nil` without one.
        public var newCount: Int?
        /// The first of them.
        public var entries: [Entry]
        /// The number of handled entries.
        public var handledCount: Int
        /// The first of them.
        public var handled: [Entry]

        private enum CodingKeys: String, CodingKey {
            case group, source, bound, count, entries, handled
            case newCount = "new_count"
            case handledCount = "handled_count"
        }

        /// Creates a group without entries.
        public init(_ group: AttentionGroup, of source: String?, bound: String) {
            (self.group, self.source, self.bound) = (group, source, bound)
            (count, entries, handledCount, handled) = (0, [], 0, [])
        }

        /// Returns the group of a source that cannot be read at all.
        public static func failed(_ source: String, _ cause: String) -> Self {
            var group = Self(.source, of: source, bound: "failed")
            (group.count, group.entries) = (1, [Entry(id: source, text: cause)])
            return group
        }
    }

    /// Something that happened since the time of the report.
    public struct Action: Codable, Equatable, Sendable {
        /// The kind of an action.
        public enum Kind: String, Codable, Sendable {
            /// An entry ended.
            case solved
            /// A task was done.
            case done
            /// A task was made.
            case taken
            /// An entry was snoozed.
            case snoozed
        }

        /// The kind.
        public var kind: Kind
        /// The time.
        public var at: Time
        /// The group; `nil` for a task.
        public var group: AttentionGroup?
        /// The name of the source.
        public var source: String?
        /// The ID of the vehicle or site; `nil` for the source itself, and for a task about none.
        public var id: String?
        /// The name of the site, if it has one.
        public var name: String?
        /// Whether it is about a site.
        public var isSite: Bool
        /// The text of the task, the reason of the snooze, or the new value.
        public var text: String
        /// The person's name.
        public var by: String?

        private enum CodingKeys: String, CodingKey {
            case kind, at, group, source, id, name, text, by
            case isSite = "is_site"
        }

        /// Creates an action.
        public init(
            _ kind: Kind, at: Timestamp, group: AttentionGroup? = nil, source: String?,
            id: String?, name: String? = nil, isSite: Bool = false, text: String,
            by: String? = nil
        ) {
            (self.kind, self.at, self.group) = (kind, Time(at), group)
            (self.source, self.id, self.name, self.isSite) = (source, id, name, isSite)
            (self.text, self.by) = (text, by)
        }
    }

    /// The record of the past of one source.
    public struct Record: Codable, Equatable, Sendable {
        /// The name of the source.
        public var source: String
        /// The time since which all events are recorded; `nil` if none are.
        public var since: Time?
        /// Whether it reaches back to the time of the report.
        public var isComplete: Bool

        private enum CodingKeys: String, CodingKey {
            case source, since
            case isComplete = "is_complete"
        }

        /// Creates a record.
        public init(_ source: String, since: Timestamp?, isComplete: Bool) {
            (self.source, self.since, self.isComplete) = (source, since.map(Time.init), isComplete)
        }
    }

    /// The time of the report.
    public var at: Time
    /// The time since which entries are new; `nil` without one.
    public var since: Time?
    /// The number of open entries: those that are not handled.
    public var count: Int
    /// The groups in which anything counts or could count.
    public var groups: [Group]
    /// The actions since ``since``, newest first.
    public var actions: [Action]
    /// How far the records of the sources reach, if ``since`` is a time.
    public var records: [Record]

    /// Creates an empty report.
    public init(at: Timestamp, since: Timestamp? = nil) {
        (self.at, self.since) = (Time(at), since.map(Time.init))
        (count, groups, actions, records) = (0, [], [], [])
    }

    /// The number of handled entries.
    public var handledCount: Int { groups.map(\.handledCount).reduce(0, +) }

    /// The number of open entries that began since ``since``, as far as that is known.
    public var newCount: Int { groups.compactMap(\.newCount).reduce(0, +) }

    /// The number of entries and tasks that ended since ``since``.
    public var solvedCount: Int { actions.count { [.solved, .done].contains($0.kind) } }

    /// The number of open entries that are not new.
    public var stillOpenCount: Int { count - newCount }

    /// Adds a group.
    public mutating func add(_ group: Group) {
        groups.append(group)
        count += group.count
    }

    /// Adds the content of a report of other sources.
    public mutating func add(_ other: AttentionReport) {
        other.groups.forEach { add($0) }
        records += other.records
        actions = (actions + other.actions).sorted { $0.at.value > $1.at.value }
    }
}

/// Key of an entry: its group, and its vehicle, site or source.
public struct AttentionSubject: Hashable, Sendable {
    /// A thing of a source.
    public enum Thing: Hashable, Sendable {
        case source
        case vehicle(String)
        case site(String)
    }

    /// The group; `nil` for all groups, as of a task.
    public var group: AttentionGroup?
    /// The thing.
    public var thing: Thing

    /// Creates a subject.
    public init(_ group: AttentionGroup?, _ thing: Thing) {
        (self.group, self.thing) = (group, thing)
    }
}

/// The handled entries of one source.
public struct HandledEntries: Equatable, Sendable {
    private var handlings: [AttentionSubject: AttentionReport.Handling] = [:]

    /// Creates an empty collection.
    public init() {}

    /// Adds a handling; the first one of a subject stays.
    public mutating func add(_ handling: AttentionReport.Handling, of subject: AttentionSubject) {
        if handlings[subject] == nil { handlings[subject] = handling }
    }

    /// Returns the handling of a thing in a group; a task counts before a snooze.
    public func handling(
        of thing: AttentionSubject.Thing, in group: AttentionGroup
    ) -> AttentionReport.Handling? {
        handlings[AttentionSubject(nil, thing)] ?? handlings[AttentionSubject(group, thing)]
    }

    /// Returns the stable IDs of the vehicles that are handled in a group, in a fixed order.
    public func vehicles(in group: AttentionGroup) -> [String] {
        let ids = handlings.keys.compactMap { subject -> String? in
            guard subject.group == nil || subject.group == group,
                case .vehicle(let id) = subject.thing
            else { return nil }
            return id
        }
        return VehicleIDs(ids.sorted { ByteOrder.precedes($0, $1) }).ids
    }
}
