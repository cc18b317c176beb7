import FleetCore
import FleetSQL
import FleetService
import Synchronization

/// The reports that were asked for last.
///
/// Each is computed once for all who wait for it, and no longer than one of them waits.
final class ReportCache: Sendable {
    struct Key: Hashable, Sendable {
        let feed: SourceKey
        let range: Range<Timestamp>
        let request: ReportRequest
    }

    private enum Content {
        case computing(Task<HistoryReport, any Error>, readers: Set<Int>)
        case report(HistoryReport, until: Timestamp)
    }

    private struct Entry {
        let id: Int
        /// The settings of the source then.
        let source: PolledSource
        var content: Content
        var use: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private enum Found {
        case report(HistoryReport)
        case computing(Task<HistoryReport, any Error>, entry: Int, reader: Int)
    }

    typealias Computation = @Sendable () async throws -> HistoryReport

    /// Number of reports that are kept.
    private static let limit = 8
    /// How long a report is kept: what ended a while ago changes only if a history is removed.
    private static let (ageOfPast, ageOfPresent) = (Duration.seconds(3600), Duration.seconds(300))

    private let state = Mutex(State())

    /// Returns the report of a key, which `compute` makes unless it is known.
    /// - Throws: The error of `compute`; `CancellationError`.
    func report(
        _ key: Key, of source: PolledSource, now: Timestamp, _ compute: @escaping Computation
    ) async throws -> HistoryReport {
        while true {
            switch find(key, source, now, compute) {
            case .report(let report): return report
            case .computing(let task, let entry, let reader):
                do {
                    return try await withTaskCancellationHandler {
                        try await task.value
                    } onCancel: {
                        leave(key, entry, reader)
                    }
                } catch is CancellationError where task.isCancelled && !Task.isCancelled {
                    // All readers before this one have left.
                    continue
                }
            }
        }
    }

    /// The number of requests that wait for a report.
    var readerCount: Int {
        state.withLock { state in
            state.entries.values.reduce(0) { count, entry in
                guard case .computing(_, let readers) = entry.content else { return count }
                return count + readers.count
            }
        }
    }

    private func find(
        _ key: Key, _ source: PolledSource, _ now: Timestamp, _ compute: @escaping Computation
    ) -> Found {
        state.withLock { state in
            let number = state.nextNumber()
            if var entry = state.entries[key], entry.source == source {
                entry.use = number
                switch entry.content {
                case .report(let report, let end) where now < end:
                    state.entries[key] = entry
                    return .report(report)
                case .computing(let task, var readers) where !task.isCancelled:
                    readers.insert(number)
                    entry.content = .computing(task, readers: readers)
                    state.entries[key] = entry
                    return .computing(task, entry: entry.id, reader: number)
                case .report, .computing: break
                }
            }
            let task = Task { try await result(of: compute, key, number, now) }
            state.entries[key] = Entry(
                id: number, source: source, content: .computing(task, readers: [number]),
                use: number)
            return .computing(task, entry: number, reader: number)
        }
    }

    private func result(
        of compute: Computation, _ key: Key, _ id: Int, _ now: Timestamp
    ) async throws -> HistoryReport {
        do {
            let report = try await compute()
            keep(report, key, id, now)
            return report
        } catch {
            state.withLock { if $0.entries[key]?.id == id { $0.entries[key] = nil } }
            throw error
        }
    }

    private func keep(_ report: HistoryReport, _ key: Key, _ id: Int, _ now: Timestamp) {
        let isPast = key.range.upperBound + HistoryReader.lastTrips <= now
        let end = now + (isPast ? Self.ageOfPast : Self.ageOfPresent)
        state.withLock { state in
            guard state.entries[key]?.id == id else { return }
            state.entries[key]?.content = .report(report, until: end)
            let kept = state.entries.filter { if case .report = $1.content { true } else { false } }
            guard kept.count > Self.limit else { return }
            if let oldest = kept.min(by: { $0.value.use < $1.value.use }) {
                state.entries[oldest.key] = nil
            }
        }
    }

    /// Notes that a request no longer waits; the last one ends the computation.
    private func leave(_ key: Key, _ id: Int, _ reader: Int) {
        state.withLock { state in
            guard let entry = state.entries[key], entry.id == id,
                case .computing(let task, var readers) = entry.content
            else { return }
            readers.remove(reader)
            state.entries[key]?.content = .computing(task, readers: readers)
            if readers.isEmpty { task.cancel() }
        }
    }
}
