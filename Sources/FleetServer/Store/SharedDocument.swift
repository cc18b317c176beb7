import FleetCore
import NIOCore
import Synchronization

/// A large answer: bytes that are made once for a snapshot and shared by all its responses.
final class SharedDocument: Sendable {
    /// The document was replaced, and too many like it are still being sent.
    struct Withdrawn: Error {}

    /// A response that is being sent, until the last reference is gone.
    final class Reading: Sendable {
        private let document: SharedDocument
        private let id: Int

        fileprivate init(_ document: SharedDocument, _ id: Int) {
            (self.document, self.id) = (document, id)
        }

        deinit { document.state.withLock { $0.readers[id] = nil } }
    }

    private struct State {
        var readers: [Int: @Sendable () -> Void] = [:]
        var lastID = 0
        var isWithdrawn = false
    }

    /// The strong entity tag.
    let tag: String
    let bytes: ByteBuffer
    let codings: SharedCodings
    private let state = Mutex(State())

    init(tag: String, bytes: ByteBuffer) {
        (self.tag, self.bytes, codings) = (tag, bytes, SharedCodings(of: bytes))
    }

    /// Returns the tag of a document that depends only on its name and a snapshot, so that it is
    /// known without the document.
    static func tag(_ name: String, of feed: SourceKey, _ revision: Int64) -> String {
        "\"\(feed.uuidText):\(revision):\(StableHash.digits(of: StableHash.hash(name)))\""
    }

    /// Registers a response.
    /// - Parameter disconnect: Closes its connection.
    /// - Throws: `Withdrawn`.
    func beginReading(_ disconnect: @escaping @Sendable () -> Void) throws(Withdrawn) -> Reading {
        let id = state.withLock { state -> Int? in
            guard !state.isWithdrawn else { return nil }
            state.lastID += 1
            state.readers[state.lastID] = disconnect
            return state.lastID
        }
        guard let id else { throw Withdrawn() }
        return Reading(self, id)
    }

    /// Ends all responses, so that the bytes are free.
    func withdraw() {
        let readers = state.withLock { state in
            state.isWithdrawn = true
            return state.readers.values
        }
        for disconnect in readers { disconnect() }
    }
}

/// Documents that were replaced, and live on while they are sent to slow readers.
///
/// Beyond a number of bytes the oldest are withdrawn; the last one may be as large as it is.
struct OutdatedDocuments {
    private struct Entry {
        let length: Int
        weak var document: SharedDocument?
    }

    private let maxBytes: Int
    private var entries: [Entry] = []

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Adds a document, and returns those to withdraw.
    mutating func add(_ document: SharedDocument) -> [SharedDocument] {
        entries.removeAll { $0.document == nil }
        entries.append(Entry(length: document.bytes.readableBytes, document: document))
        var bytes = entries.reduce(0) { $0 + $1.length }
        var withdrawn: [SharedDocument] = []
        while bytes > maxBytes, entries.count > 1 {
            let oldest = entries.removeFirst()
            bytes -= oldest.length
            if let document = oldest.document { withdrawn.append(document) }
        }
        return withdrawn
    }
}
