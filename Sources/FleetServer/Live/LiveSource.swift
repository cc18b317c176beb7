import FleetCore
import FleetSQL
import FleetService
import NIOCore

/// A source for the streams: its newest messages and its state.
struct LiveSource: Sendable {
    /// Most bytes of messages that a reader may be behind; a single message is always sent.
    static let maxBytes = 256 * 1024
    /// Most bytes of changes that are one message; beyond it, readers load the list again.
    static let maxMessageBytes = 8 << 20

    private(set) var source: PolledSource
    /// The newest cursor that was read; `nil` if the source has no snapshot.
    private(set) var cursor: ChangeCursor?
    private var states: SourceStates
    private(set) var state: LiveMessage
    /// Grows with each new state.
    private(set) var stateNumber = 1
    /// The newest messages, oldest first, each with the number of the commit that it follows; none
    /// without a reader of the source.
    private var messages: [(start: Int64, message: LiveMessage)] = []
    private var bytes = 0
    /// Whether there were more messages than a reader may be behind.
    private var isTrimmed = false

    init(_ source: PolledSource, _ states: SourceStates) {
        (self.source, self.states) = (source, states)
        state = LiveMessage(states, of: source)
    }

    /// The form of the rows of pages in some languages.
    func rows(in languages: [Language]) -> ChangeRows {
        ChangeRows(languages, lowBattery: source.source.attention.lowBattery)
    }

    /// Adopts the newest definition of the source.
    mutating func update(_ source: PolledSource) { self.source = source }

    /// Adopts a state of a feed; returns whether readers see a difference.
    mutating func set(_ state: ServiceState, of feed: Source.Feed) -> Bool {
        let state = state.withoutMachine(named: source.name)
        switch feed {
        case .vehicles: states.vehicles = state
        case .sites: states.sites = state
        }
        return set(LiveMessage(states, of: source))
    }

    /// Adopts a state; returns whether it differs from the last one.
    mutating func set(_ state: LiveMessage) -> Bool {
        guard state != self.state else { return false }
        self.state = state
        stateNumber += 1
        return true
    }

    /// Follows a stream from a cursor on.
    ///
    /// - Parameter isTrimmed: Whether the changes before it are too much for any reader.
    mutating func restart(at cursor: ChangeCursor?, isTrimmed: Bool = false) {
        (self.cursor, self.isTrimmed) = (cursor, isTrimmed)
        messages = []
        bytes = 0
    }

    /// Adds the changes after a cursor, unless others were added meanwhile.
    mutating func append(_ changes: SourceChanges, after start: ChangeCursor) {
        guard cursor == start else { return }
        let message = LiveMessage(changes, of: source)
        cursor = changes.cursor
        messages.append((start.sequence, message))
        bytes += message.count
        while bytes > Self.maxBytes, messages.count > 1 {
            bytes -= messages.removeFirst().message.count
            isTrimmed = true
        }
    }

    /// Returns whether a reader has missed more than it may be behind.
    func isTooFarAhead(of position: ChangeCursor) -> Bool {
        guard isTrimmed, let cursor, position.stream == cursor.stream else { return false }
        return position.sequence < messages.first?.start ?? cursor.sequence
    }

    /// Returns the messages after a cursor; `nil` if they are not here.
    func messages(after position: ChangeCursor) -> [LiveMessage]? {
        guard let cursor, position.stream == cursor.stream else { return nil }
        if position.sequence == cursor.sequence { return [] }
        let first = messages.lastIndex { $0.start == position.sequence }
        return first.map { messages[$0...].map(\.message) }
    }
}

extension Collection<LiveMessage> {
    /// Whether a reader that misses these messages does better to read the list again.
    var isTooMuch: Bool {
        count > 1 && reduce(0) { $0 + $1.count } > LiveSource.maxBytes
    }
}
