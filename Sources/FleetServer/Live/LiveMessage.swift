import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import NIOCore

/// The form of the vehicles in the messages of a stream; see `EncodedChanges`.
enum LiveContent: String, CaseIterable, Sendable {
    case vehicles, rows
}

/// A message of an event stream (HTML Standard, section 9.2), encoded once for all its readers.
struct LiveMessage: Equatable, Sendable {
    /// The cursor of a reader that has this message; `nil` for one that is not part of the changes.
    let cursor: ChangeCursor?
    private let vehicles: ByteBuffer
    /// By the languages of their texts; `nil` if they are the same as for programs.
    private let rows: [Language: ByteBuffer]?

    /// The number of bytes of the largest form.
    var count: Int {
        max(vehicles.readableBytes, rows?.values.map(\.readableBytes).max() ?? 0)
    }

    private init(
        _ event: StaticString, _ data: [UInt8], rows: [Language: [UInt8]]? = nil,
        cursor: ChangeCursor? = nil
    ) {
        func lines(_ data: [UInt8]) -> ByteBuffer {
            var lines = ByteBuffer()
            lines.writeString("event: \(event)\ndata: ")
            lines.writeBytes(data)
            lines.writeString("\n\n")
            return lines
        }
        vehicles = lines(data)
        self.rows = rows?.mapValues(lines)
        self.cursor = cursor
    }

    /// Returns the lines of the message after its `id`.
    /// - Returns: `nil` for rows in a language that no reader had when the message was made.
    func lines(_ content: LiveContent, in language: Language) -> ByteBuffer? {
        switch content {
        case .vehicles: vehicles
        case .rows: rows.map { $0[language] } ?? vehicles
        }
    }

    /// Returns an object with the name of a source, and the UUID that stays when it is renamed.
    private static func object(of source: PolledSource) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source.name)
        object.add("source_id", source.uuid.text)
        return object
    }

    /// Creates the message `changes`: `{source, source_id, revision, last_updated, fetched_at,
    /// total, upserted, removed}`, and `events` if any were detected; or `rows` instead of
    /// `upserted`, without events.
    init(_ changes: SourceChanges, of source: PolledSource) {
        var head = Self.object(of: source)
        head.add("revision", Int(changes.revision))
        head.add("last_updated", changes.lastUpdated)
        head.add("fetched_at", changes.fetchedAt)
        head.add("total", changes.total)
        let start = head.text.bytes.dropLast() + [UInt8(ascii: ",")]
        var vehicles = start + changes.vehicles.vehicles.dropFirst()
        if changes.eventCount > 0 {
            vehicles.removeLast()
            vehicles += ",\"events\":".utf8
            vehicles += changes.events
            vehicles.append(UInt8(ascii: "}"))
        }
        self.init(
            "changes", Array(vehicles),
            rows: changes.vehicles.rows.mapValues { Array(start + $0.dropFirst()) },
            cursor: changes.cursor)
    }

    /// Creates the message `reset`: the reader has missed changes, and reads the list again.
    init(resetting source: PolledSource, to cursor: ChangeCursor?) {
        self.init("reset", Self.object(of: source).text.bytes, cursor: cursor)
    }

    /// Creates the message `state`: `{source, source_id, state, sites_revision, is_stale, title,
    /// cause, hint, retry_at, attempt}`.
    ///
    /// Only a failure has texts, which are in the language of each page.
    init(_ states: SourceStates, of source: PolledSource) {
        func data(_ language: Language) -> [UInt8] {
            Language.$current.withValue(language) { Self.data(of: states, source) }
        }
        var rows: [Language: [UInt8]]?
        if states.shownFailure != nil {
            rows = Dictionary(uniqueKeysWithValues: Language.all.map { ($0, data($0)) })
        }
        self.init("state", data(.english), rows: rows)
    }

    private static func data(of states: SourceStates, _ source: PolledSource) -> [UInt8] {
        let state = states.shown
        var object = object(of: source)
        object.add("state", name(of: state))
        object.add("sites_revision", states.sites?.info.map { Int($0.revision) })
        if let failure = states.shownFailure {
            object.add("is_stale", state?.info != nil)
            object.add(
                "title",
                states.vehiclesFailure == nil
                    ? localized("cannot be read")
                    : localized("shows only its stations, since the vehicles cannot be read"))
            object.add("cause", failure.cause.sentence)
            object.add("hint", failure.hint.sentence)
        }
        if case .failed(_, let retryAt, let attempt, _) = state {
            object.add("retry_at", retryAt)
            object.add("attempt", attempt)
        }
        return object.text.bytes
    }

    /// The message `team` of pages, without content: the team's notes, tasks or snoozes may have
    /// changed.
    static let team = LiveMessage("team", Array("{}".utf8))

    /// Creates the message `state` of a source that was removed.
    init(removed source: PolledSource) {
        self.init(SourceStates(vehicles: .stopped(nil, nil)), of: source)
    }

    private static func name(of state: ServiceState?) -> String {
        switch state {
        case .live: "live"
        case .failed: "failed"
        case .stopped(let failure, _): failure == nil ? "stopped" : "failed"
        case .idle, .loading, nil: "loading"
        }
    }
}
