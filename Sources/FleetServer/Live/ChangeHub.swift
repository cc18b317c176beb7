import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Logging
import NIOCore

/// The live changes of all sources: those of any process's commits are read and encoded once, and
/// passed on to every open stream.
///
/// A stream is a position that its own task moves on, so a reader that is slow or never reads holds
/// no queue and delays nobody. If it misses more than 256 KiB, it is reset.
actor ChangeHub {
    /// Interval between two ticks.
    static let tickInterval = Duration.milliseconds(250)
    /// Most open streams of a person, and in all.
    static let (maxStreamsPerUser, maxStreams) = (1500, 2000)

    private static let accessInterval = Duration.seconds(1)
    /// Shortest time between two messages about the team's data, which changes with each note.
    private static let teamInterval = Duration.seconds(1)
    /// Sessions also end by their age, which no revision shows.
    private static let renewalInterval = Duration.seconds(60)
    /// Time without the database after which all streams end, so that readers ask another server.
    private static let failureLimit = Duration.seconds(8)
    private static let commentInterval = Duration.seconds(15)
    /// Time that a reader has for one message.
    private static let writeLimit = Duration.seconds(30)

    private let sources: any PolledSources
    private let team: Team
    private let snapshots: SnapshotReaders
    private let logger: Logger
    /// The clock of the times of snapshots.
    private let now: @Sendable () -> Timestamp

    private var store: (changes: any ChangeStore, signal: ChangeSignal)?
    private var followed: [UUID: LiveSource] = [:]
    private var streams: [UInt64: LiveStream] = [:]
    private var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastStream: UInt64 = 0
    /// Grows with everything that a stream may wait for.
    private var version = 0
    private var isEnding = false
    /// The sources with changes that were perhaps not read.
    private var unread = ChangedSources.all

    private var clock = Duration.zero
    /// When the running look for changes began; `nil` between two.
    private var tickedAt: ContinuousClock.Instant?
    private var checkedAt: Duration?
    private var renewedAt = Duration.zero
    private var accessRevision: Int64?
    /// The changes of the team's data: their number, the time of the last one, and its mark.
    private var teamNumber = 0
    private var teamChangedAt: Duration?
    private var teamMark: CommitMark?
    /// Whether another server has changed the team's data since the last message.
    private var isTeamNotified = false
    /// Since when the changes cannot be read.
    private var failingSince: Duration?
    /// Time from the receipt of the newest snapshot to the arrival of its changes here.
    private var lastLag = Duration.zero

    init(
        of sources: any PolledSources, _ snapshots: SnapshotReaders, for team: Team, logger: Logger,
        now: @escaping @Sendable () -> Timestamp
    ) {
        (self.sources, self.snapshots, self.team) = (sources, snapshots, team)
        (self.logger, self.now) = (logger, now)
    }

    /// How far the streams lag behind the sources: the delay of the newest change, or the time
    /// since the database could last be read, if that is longer.
    var lag: Duration { max(lastLag, failingSince.map { clock - $0 } ?? .zero) }

    /// Time since the changes could last be looked for: they fail, or a look has not ended.
    var pause: Duration {
        let failing = failingSince.map { clock - $0 } ?? .zero
        return max(failing, tickedAt?.duration(to: .now) ?? .zero)
    }

    /// Follows the changes until the task is cancelled.
    func run() async {
        let clock = ContinuousClock()
        let start = clock.now
        let states = Task { await followStates() }
        while !Task.isCancelled {
            tickedAt = clock.now
            await tick(at: clock.now - start)
            tickedAt = nil
            try? await clock.sleep(for: Self.tickInterval)
        }
        states.cancel()
    }

    /// Looks for changes, and does the work that is due at a time since the start.
    func tick(at time: Duration) async {
        clock = time
        do {
            try await followChanges()
            followTeam()
            try await checkAccess()
            failingSince = nil
        } catch is CancellationError {
            // The server ends.
        } catch {
            if failingSince == nil { logger.warning("live changes: \(error)") }
            let start = failingSince ?? clock
            failingSince = start
            if clock - start >= Self.failureLimit { endAll() }
        }
        for (id, stream) in streams {
            let idle = clock - stream.lastWrite
            if stream.isWriting, idle >= Self.writeLimit { stream.disconnect() }
            if !stream.isWriting, idle >= Self.commentInterval { wake(id) }
        }
    }

    /// Ends all streams, so that the server can stop.
    func shutDown() {
        isEnding = true
        endAll()
    }

    private func endAll() {
        for id in streams.keys { end(id, .shutdown) }
    }
}

// Following the sources.
extension ChangeHub {
    private func followStates() async {
        let updates = sources.updates()
        reloadSources()
        for await update in updates {
            switch update {
            case .state(let uuid, let feed, let update): set(update.state, of: uuid, feed)
            case .sourcesChanged: reloadSources()
            }
        }
    }

    /// Adopts a state of a feed of a source.
    func set(_ state: ServiceState, of uuid: UUID, _ feed: Source.Feed = .vehicles) {
        if followed[uuid]?.set(state, of: feed) == true { wakeAll() }
    }

    private func reloadSources() {
        let all = sources.all
        for source in all {
            if followed[source.uuid] == nil {
                followed[source.uuid] = LiveSource(source, sources.states(of: source))
            }
            followed[source.uuid]?.update(source)
        }
        let current = Set(all.map(\.uuid))
        let read = sourcesRead
        for (uuid, source) in followed where !current.contains(uuid) {
            _ = followed[uuid]?.set(LiveMessage(removed: source.source))
            if read[uuid] == nil { followed[uuid] = nil }
        }
        unread = .all
        wakeAll()
    }

    /// The sources of all open streams, with the languages of those that show rows.
    private var sourcesRead: [UUID: Set<Language>] {
        var read: [UUID: Set<Language>] = [:]
        for stream in streams.values {
            let language = stream.content == .rows ? stream.language : nil
            for position in stream.positions {
                var languages = read.removeValue(forKey: position.source) ?? []
                if let language { languages.insert(language) }
                read[position.source] = languages
            }
        }
        return read
    }

    private func followChanges() async throws {
        if followed.isEmpty { reloadSources() }
        let (changes, signal) = try await openedStore()
        unread.formUnion(try await signal.changedSources())
        if signal.teamHasChanged() { isTeamNotified = true }
        let changed = unread
        guard changed != .none else { return }
        unread = .none
        do {
            try await follow(changes, in: changed.among(followed.keys))
        } catch {
            unread.formUnion(changed)
            throw error
        }
        wakeAll()
    }

    private func follow(_ changes: any ChangeStore, in sources: [UUID]) async throws {
        let newest = try await changes.cursors(of: sources)
        let sourcesRead = sourcesRead
        for uuid in sources {
            guard let source = followed[uuid], newest[uuid] != source.cursor else { continue }
            if let cursor = newest[uuid], cursor.stream == source.cursor?.stream {
                try await read(changes, uuid, to: cursor, by: sourcesRead[uuid])
            } else {
                followed[uuid]?.restart(at: newest[uuid])
            }
        }
    }

    private func openedStore() async throws -> (changes: any ChangeStore, signal: ChangeSignal) {
        if let store { return store }
        let opened = try await snapshots.withStore { store in
            let changes = try store.withOwnConnection().changes
            return (changes: changes, signal: try changes.signal())
        }
        store = opened
        return opened
    }

    /// - Parameter languages: The languages of the rows; `nil` without a reader.
    private func read(
        _ changes: any ChangeStore, _ uuid: UUID, to newest: ChangeCursor,
        by languages: Set<Language>?
    ) async throws {
        guard let cursor = followed[uuid]?.cursor else { return }
        // Returning readers catch up from the database.
        let isRead = languages != nil
        let maxBytes = isRead ? LiveSource.maxMessageBytes : 0
        let read = try await changes.changes(
            of: uuid, after: cursor, maxBytes: maxBytes,
            as: followed[uuid]?.rows(in: Array(languages ?? [])) ?? [])
        switch read {
        case .changes(let new):
            followed[uuid]?.append(new, after: cursor)
            lastLag = max(now() - new.fetchedAt, .zero)
        case .reset: followed[uuid]?.restart(at: newest, isTrimmed: isRead)
        case .lost:
            // Those who have read it see by the UUID that they must read the list again.
            try await changes.renew(cursor.stream, of: uuid)
            unread.formUnion(.only([uuid]))
        }
    }
}

// The team, and the access of the readers.
extension ChangeHub {
    /// Notices changes of the team's data, whoever has made them.
    private func followTeam() {
        if let teamChangedAt, clock - teamChangedAt < Self.teamInterval { return }
        let mark = team.mark()
        defer { (teamMark, isTeamNotified) = (mark, false) }
        guard isTeamNotified || teamMark != nil && mark != nil && mark != teamMark else { return }
        (teamNumber, teamChangedAt) = (teamNumber + 1, clock)
        wakeAll()
    }

    /// Ends the streams whose session or token has ended, and those of sources that the person may
    /// no longer see.
    private func checkAccess() async throws {
        if let checkedAt, clock - checkedAt < Self.accessInterval { return }
        checkedAt = clock
        let revision = try await team.accessRevision()
        guard revision != accessRevision || clock - renewedAt >= Self.renewalInterval else {
            return
        }
        for (id, stream) in streams {
            do {
                let rights = try await stream.access.renewed().rights
                guard stream.positions.allSatisfy({ rights.has(.fleet, on: $0.source) }) else {
                    end(id, .signedOut)
                    continue
                }
            } catch TeamError.signedOut {
                end(id, .signedOut)
            }
        }
        (accessRevision, renewedAt) = (revision, clock)
    }

    private func end(_ id: UInt64, _ end: LiveStream.End) {
        streams[id]?.end = end
        if case .signedOut = end, streams[id]?.isWriting == true { streams[id]?.disconnect() }
        wake(id)
    }

    private func wake(_ id: UInt64) {
        version += 1
        waiting.removeValue(forKey: id)?.resume()
    }

    private func wakeAll() {
        version += 1
        let all = waiting
        waiting = [:]
        for continuation in all.values { continuation.resume() }
    }
}

// The streams.
extension ChangeHub {
    /// The next step of a stream.
    enum Step: Sendable {
        case write([ByteBuffer])
        /// Writes these and ends.
        case end([ByteBuffer])
    }

    /// Returns whether a person may open another stream.
    ///
    /// While the server stops, a stream ends at once with the time of the next attempt.
    func hasRoom(for user: UserID) -> Bool {
        streams.count < Self.maxStreams
            && streams.values.count { $0.access.userID == user } < Self.maxStreamsPerUser
    }

    /// Opens a stream of some sources, each from a cursor on, or from now on.
    func open(
        _ sources: [PolledSource], after cursors: LiveCursors, _ content: LiveContent = .vehicles,
        in language: Language = .english, for access: Access,
        disconnect: @escaping @Sendable () -> Void
    ) -> UInt64 {
        lastStream += 1
        var positions: [LiveStream.Position] = []
        for (index, source) in sources.enumerated() {
            var position = cursors.position(index, of: source.uuid, source.name)
            if position.cursor == nil, !position.isUnknown {
                position.cursor = followed[source.uuid]?.cursor
            }
            positions.append(position)
        }
        let stream = LiveStream(
            of: positions, content, in: language, for: access, at: clock, teamNumber: teamNumber,
            disconnect: disconnect)
        if isEnding { stream.end = .shutdown }
        streams[lastStream] = stream
        return lastStream
    }

    func close(_ id: UInt64) {
        streams[id] = nil
        wake(id)
    }

    /// Returns the next messages of a stream, once there are any or a comment is due.
    func next(_ id: UInt64) async -> Step {
        streams[id]?.isWriting = false
        // A cancelled task never waits, so `close(_:)` would not get its turn.
        while !Task.isCancelled, let stream = streams[id], stream.end == nil {
            let seen = version
            var lines = await messages(of: stream)
            if lines.isEmpty, clock - stream.lastWrite >= Self.commentInterval {
                lines = [ByteBuffer(string: ":\n\n")]
            }
            guard lines.isEmpty else {
                // It may have ended meanwhile.
                guard streams[id] != nil, stream.end == nil else { break }
                stream.lastWrite = clock
                stream.isWriting = true
                return .write(lines)
            }
            if version == seen { await change(for: id) }
        }
        guard case .shutdown = streams[id]?.end else { return .end([]) }
        // Readers of one server come back one after the other.
        return .end([ByteBuffer(string: "retry: \(2000 + id * 37 % 3000)\n\n")])
    }

    private func change(for id: UInt64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled { return continuation.resume() }
                waiting[id] = continuation
            }
        } onCancel: {
            Task { await close(id) }
        }
    }

    /// Returns the messages that a stream lacks, and moves its position on.
    private func messages(of stream: LiveStream) async -> [ByteBuffer] {
        var lines: [ByteBuffer] = []
        if stream.content == .rows, stream.teamNumber != teamNumber {
            stream.teamNumber = teamNumber
            lines += [stream.lines(of: .team)].compactMap(\.self)
        }
        for index in stream.positions.indices {
            guard let source = followed[stream.positions[index].source] else { continue }
            if stream.positions[index].stateNumber != source.stateNumber {
                stream.positions[index].stateNumber = source.stateNumber
                lines += [stream.idLine, stream.lines(of: source.state)].compactMap(\.self)
            }
            let position = stream.positions[index]
            for message in await messages(for: position, in: stream, of: source) {
                stream.positions[index].cursor = message.cursor
                stream.positions[index].isUnknown = false
                lines += [stream.idLine, stream.lines(of: message)].compactMap(\.self)
            }
        }
        return lines
    }

    private func messages(
        for position: LiveStream.Position, in stream: LiveStream, of source: LiveSource
    ) async -> [LiveMessage] {
        guard position.isUnknown || position.cursor != source.cursor else { return [] }
        var reset: [LiveMessage] { [LiveMessage(resetting: source.source, to: source.cursor)] }
        guard let cursor = position.cursor else {
            return position.isUnknown || source.cursor != nil ? reset : []
        }
        if let messages = source.messages(after: cursor),
            messages.allSatisfy({ stream.lines(of: $0) != nil })
        {
            return messages.isTooMuch ? reset : messages
        }
        guard source.cursor != nil, let store else { return [] }
        if source.isTooFarAhead(of: cursor) { return reset }
        // A reader of an earlier process, one that has read more from the database, or the first
        // one of its language.
        let maxBytes =
            cursor.sequence + 1 == source.cursor?.sequence
            ? LiveSource.maxMessageBytes : LiveSource.maxBytes
        let missed = try? await store.changes.changes(
            of: position.source, after: cursor, maxBytes: maxBytes,
            as: source.rows(in: stream.content == .rows ? [stream.language] : []))
        return switch missed {
        case nil: []
        case .reset, .lost: reset
        case .changes(let changes) where changes.cursor.sequence == cursor.sequence: []
        case .changes(let changes): [LiveMessage(changes, of: source.source)]
        }
    }
}
