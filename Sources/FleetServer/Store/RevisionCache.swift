import Dispatch
import FleetCore
import FleetSQL
import NIOCore
import Synchronization

/// Values that depend on a snapshot, of the requests that were made last.
///
/// Each is made once: who asks for it meanwhile waits, on a thread that may.
final class RevisionCache<Value: Sendable>: Sendable {
    private struct Entry {
        let revision: Int64
        let value: Value
        let length: Int
        var use: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var making: [String: DispatchGroup] = [:]
        var uses = 0
        var outdated: OutdatedDocuments
    }

    private enum Found {
        case known(Value)
        case madeElsewhere(DispatchGroup)
        case missing(DispatchGroup)
    }

    private let limit: Int
    private let maxBytes: Int
    private let document: @Sendable (Value) -> SharedDocument?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - limit: Number of values that are kept.
    ///   - maxBytes: Number of bytes of their documents; one document may have more.
    ///   - maxOutdatedBytes: Number of bytes of replaced documents that are still being sent.
    ///   - document: Returns the document of a value; `nil` without one.
    init(
        limit: Int, maxBytes: Int = 128 << 20, maxOutdatedBytes: Int = 64 << 20,
        document: @escaping @Sendable (Value) -> SharedDocument? = { _ in nil }
    ) {
        (self.limit, self.maxBytes, self.document) = (limit, maxBytes, document)
        state = Mutex(State(outdated: OutdatedDocuments(maxBytes: maxOutdatedBytes)))
    }

    /// Returns the value of a key, if that of this revision is kept.
    func known(_ key: String, revision: Int64) -> Value? {
        state.withLock { Self.known(key, revision, in: &$0) }
    }

    /// Returns the value of a key, made by `make` unless that of this revision is kept.
    func value(
        of key: String, revision: Int64, _ make: () throws -> Value
    ) rethrows -> Value {
        while true {
            switch find(key, revision) {
            case .known(let value): return value
            case .madeElsewhere(let making): making.wait()
            case .missing(let making):
                defer {
                    state.withLock { $0.making[key] = nil }
                    making.leave()
                }
                let value = try make()
                keep(value, of: key, revision)
                return value
            }
        }
    }

    private func find(_ key: String, _ revision: Int64) -> Found {
        state.withLock { state in
            if let value = Self.known(key, revision, in: &state) { return .known(value) }
            if let making = state.making[key] { return .madeElsewhere(making) }
            let making = DispatchGroup()
            making.enter()
            state.making[key] = making
            return .missing(making)
        }
    }

    private static func known(_ key: String, _ revision: Int64, in state: inout State) -> Value? {
        guard let entry = state.entries[key], entry.revision == revision else { return nil }
        state.uses += 1
        state.entries[key]?.use = state.uses
        return entry.value
    }

    private func keep(_ value: Value, of key: String, _ revision: Int64) {
        let length = document(value)?.bytes.readableBytes ?? 0
        let withdrawn = state.withLock { state in
            state.uses += 1
            let entry = Entry(revision: revision, value: value, length: length, use: state.uses)
            var dropped = [state.entries.updateValue(entry, forKey: key)].compactMap(\.self)
            var bytes = state.entries.values.reduce(0) { $0 + $1.length }
            while state.entries.count > limit || bytes > maxBytes && state.entries.count > 1,
                let oldest = state.entries.min(by: { $0.value.use < $1.value.use })
            {
                state.entries[oldest.key] = nil
                bytes -= oldest.value.length
                dropped.append(oldest.value)
            }
            return dropped.compactMap { document($0.value) }.flatMap { state.outdated.add($0) }
        }
        for document in withdrawn { document.withdraw() }
    }
}

extension RevisionCache {
    /// Returns the value of a key for the stored snapshot of a feed; `nil` without a snapshot.
    ///
    /// It is made by `make` in a long read, unless that of the newest revision is kept.
    func value(
        of key: String, newest revision: Int64, of feed: SourceKey, in snapshots: SnapshotReaders,
        _ make: @escaping @Sendable (SnapshotInfo, any SnapshotReader) throws -> Value
    ) async throws -> Value? {
        if let value = known(key, revision: revision) { return value }
        return try await snapshots.readLong { reader in
            guard let info = try reader.info(of: feed) else { return nil }
            return try self.value(of: key, revision: info.revision) { try make(info, reader) }
        }
    }
}

extension RevisionCache<SharedDocument> {
    /// Creates a cache of documents.
    convenience init(documents limit: Int) { self.init(limit: limit) { $0 } }
}
