import FleetService
import FleetStore
import NIOCore

/// A source for the streams: its newest messages and its state.
struct LiveSource: Sendable {
    /// Most bytes of messages that a reader may be behind; one message is never too much.
    static let maxBytes = 256 * 1024

    private(set) var source: PolledSource
    /// The newest cursor that was read; nil if the source has no snapshot.
    private(set) var cursor: ChangeCursor?
    private(set) var state: LiveMessage
    /// Grows with each new state.
    private(set) var stateNumber = 1
    /// The newest messages, oldest first; none if nobody reads the source.
    private var messages: [LiveMessage] = []
    private var bytes = 0
    /// Whether there were more messages than a reader may be behind.
    private var isTrimmed = false

    init(_ source: PolledSource, _ state: ServiceState?) {
        self.source = source
        self.state = LiveMessage(state, of: source)
    }

    /// Adopts the newest definition of the source.
    mutating func update(_ source: PolledSource) { self.source = source }

    /// Adopts a state; returns whether it differs from the last one.
    mutating func set(_ state: LiveMessage) -> Bool {
        guard state.lines != self.state.lines else { return false }
        self.state = state
        stateNumber += 1
        return true
    }

    /// Follows a stream from a cursor on.
    mutating func restart(at cursor: ChangeCursor?) {
        self.cursor = cursor
        messages = []
        bytes = 0
        isTrimmed = false
    }

    mutating func append(_ batch: ChangeBatch) {
        let message = LiveMessage(batch, of: source)
        cursor = batch.cursor
        messages.append(message)
        bytes += message.lines.readableBytes
        while bytes > Self.maxBytes, messages.count > 1 {
            bytes -= messages.removeFirst().lines.readableBytes
            isTrimmed = true
        }
    }

    /// Returns whether a reader has missed more than it may be behind.
    func isTooFarAhead(of position: ChangeCursor) -> Bool {
        guard isTrimmed, let first = messages.first?.cursor else { return false }
        return position.stream == first.stream && position.sequence < first.sequence - 1
    }

    /// Returns the messages after a cursor; nil if they are not here.
    func messages(after position: ChangeCursor) -> ArraySlice<LiveMessage>? {
        if let cursor, position.isSamePlace(as: cursor) { return [] }
        guard let first = messages.first?.cursor, let cursor, position.stream == cursor.stream,
            (first.sequence - 1...cursor.sequence).contains(position.sequence)
        else { return nil }
        return messages.suffix(Int(cursor.sequence - position.sequence))
    }
}

extension ChangeCursor {
    /// Whether both have the same number in the same stream; a reader's cursor has no time.
    fileprivate func isSamePlace(as other: ChangeCursor) -> Bool {
        stream == other.stream && sequence == other.sequence
    }
}

extension Collection<LiveMessage> {
    /// Whether a reader that misses these messages does better to read the list again.
    var isTooMuch: Bool {
        count > 1 && reduce(0) { $0 + $1.lines.readableBytes } > LiveSource.maxBytes
    }
}
