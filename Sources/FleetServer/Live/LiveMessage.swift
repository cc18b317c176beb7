import FleetCore
import FleetService
import FleetStore
import FleetTeam
import NIOCore

/// A message of an event stream (HTML Standard, section 9.2), encoded once for all its readers.
struct LiveMessage: Sendable {
    /// The cursor of a reader that has this message; `nil` for one that is not part of the changes.
    let cursor: ChangeCursor?
    /// The lines of the message after its `id`.
    let lines: ByteBuffer

    private init(_ event: StaticString, _ data: [UInt8], cursor: ChangeCursor? = nil) {
        var lines = ByteBuffer()
        lines.writeString("event: \(event)\ndata: ")
        lines.writeBytes(data)
        lines.writeString("\n\n")
        (self.lines, self.cursor) = (lines, cursor)
    }

    /// Returns an object with the name of a source, and the UUID that stays when it is renamed.
    private static func object(of source: PolledSource) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("source", source.name)
        object.add("source_id", source.uuid.text)
        return object
    }

    /// Creates the message `changes`: `{source, source_id, revision, last_updated, fetched_at,
    /// total, upserted, removed, cells}`, and `events` if any were detected.
    init(_ changes: SourceChanges, of source: PolledSource) {
        var head = Self.object(of: source)
        head.add("revision", Int(changes.revision))
        head.add("last_updated", changes.lastUpdated)
        head.add("fetched_at", changes.fetchedAt)
        head.add("total", changes.total)
        var data = Array(head.text.bytes.dropLast())
        data.append(UInt8(ascii: ","))
        data += changes.vehicles.dropFirst().dropLast()
        if changes.eventCount > 0 {
            data += ",\"events\":".utf8
            data += changes.events
        }
        data.append(UInt8(ascii: "}"))
        self.init("changes", data, cursor: changes.cursor)
    }

    /// Creates the message `reset`: the reader has missed changes, and reads the list again.
    init(resetting source: PolledSource, to cursor: ChangeCursor?) {
        self.init("reset", Self.object(of: source).text.bytes, cursor: cursor)
    }

    /// Creates the message `state`: `{source, source_id, state, sites_revision, title, cause, hint,
    /// retry_at, attempt}`.
    init(_ states: SourceStates, of source: PolledSource) {
        let state = states.shown
        var object = Self.object(of: source)
        object.add("state", Self.name(of: state))
        object.add("sites_revision", states.sites?.info.map { Int($0.revision) })
        if let failure = state?.failure {
            object.add("title", "cannot be read")
            object.add("cause", failure.cause.sentence)
            object.add("hint", failure.hint.sentence)
        }
        if case .failed(_, let retryAt, let attempt, _) = state {
            object.add("retry_at", retryAt)
            object.add("attempt", attempt)
        }
        self.init("state", object.text.bytes)
    }

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
