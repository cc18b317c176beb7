import FleetCore
import FleetSettings
import POSIX
import Synchronization
import SystemPackage

/// The marks of the feeds that a server is reading, in its home.
///
/// A server that is killed leaves its marks behind. The next one reads these feeds after all others,
/// one at a time, and waits longer each time, so that a feed whose reading takes all memory cannot
/// keep it from the others. The feeds of one source wait together.
final class ReadingMarks: Sendable {
    private let home: Home
    private let warn: @Sendable (String) -> Void
    /// Slot of the reading of a feed whose mark was left behind.
    private let suspects = WorkSlots(count: 1)
    /// The pauses that were reported, by source.
    private let reported = Mutex<[String: Int]>([:])

    init(in home: Home, warn: @escaping @Sendable (String) -> Void) {
        (self.home, self.warn) = (home, warn)
    }

    /// Returns the mark of a feed.
    func mark(of key: SourceKey) -> ReadingMark {
        ReadingMark(path: home.lockPath(for: key, .reading))
    }

    /// Returns what is left behind of the feeds of a source: the one with more readings.
    private func leftover(of key: SourceKey) -> ReadingMark.Leftover? {
        Source.Feed.allCases.compactMap { feed in
            mark(of: SourceKey(key.uuid, definition: key.definition, feed: feed)).leftover
        }.max { $0.count < $1.count }
    }

    /// Returns the record of a feed; with a pause if its mark was left behind.
    /// - Parameter label: Name of the source.
    func delayed(
        _ record: SourceRecord, of key: SourceKey, _ label: String, at now: Timestamp
    ) -> SourceRecord {
        guard let leftover = leftover(of: key) else { return record }
        let backOff = BackOff(after: leftover, of: label, at: now)
        guard record.backOff.map({ $0.retryAt < backOff.retryAt }) ?? true else { return record }
        let isNew = reported.withLock { reported in
            reported.updateValue(leftover.count, forKey: label) != leftover.count
        }
        if isNew {
            let wait = (backOff.retryAt - now).secondsToWait
            warn("\(backOff.failure.cause); it is read again in \(wait) s")
        }
        var record = record
        record.backOff = backOff
        return record
    }

    /// Runs a reading of a feed, which is marked meanwhile.
    func read(
        _ key: SourceKey, at now: @Sendable () -> Timestamp,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        let mark = mark(of: key)
        let isSuspect = leftover(of: key) != nil
        if isSuspect { try await suspects.waitForSlot() }
        defer { if isSuspect { suspects.leave() } }
        let set = mark.set(at: now())
        defer { set?.remove() }
        try await body()
    }
}

/// The mark of a feed that a server is reading: a locked file with the number of readings in a row
/// that did not end, and when the last of them began.
struct ReadingMark {
    let path: String

    /// What a process has left behind that did not end its reading.
    struct Leftover: Equatable {
        /// Number of readings in a row that did not end.
        var count: Int
        /// When the last of them began.
        var beganAt: Timestamp
    }

    /// What is left behind; `nil` if there is no mark, or a process is reading the feed now.
    var leftover: Leftover? {
        guard (try? FileLock.isHeld(path)) == false else { return nil }
        return Leftover(FileSystem.text(of: FilePath(path), limit: 64) ?? "")
    }

    /// Sets the mark; returns `nil` if its file cannot be written.
    func set(at now: Timestamp) -> SetMark? {
        let count = leftover?.count ?? 0
        guard let lock = try? FileLock.tryAcquire(path) else { return nil }
        let mark = SetMark(lock: lock)
        return mark.write("\(count + 1) \(now.milliseconds)\n") ? mark : nil
    }
}

/// A mark that this process has set.
struct SetMark {
    fileprivate let lock: FileLock

    fileprivate func write(_ text: String) -> Bool {
        do {
            try lock.descriptor.resize(to: 0)
            try lock.descriptor.writeAll(toAbsoluteOffset: 0, text.utf8)
            return true
        } catch {
            return false
        }
    }

    /// Removes the mark: the reading has ended, well or not.
    func remove() {
        _ = write("")
        lock.release()
    }
}

extension ReadingMark.Leftover {
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: " ").compactMap { Int64($0.filter(\.isNumber)) }
        guard parts.count == 2, parts[0] > 0 else { return nil }
        self.init(count: Int(min(parts[0], 9999)), beganAt: Timestamp(milliseconds: parts[1]))
    }
}

extension BackOff {
    /// Time after the start of a server until it reads a feed whose mark was left behind: all others
    /// come first.
    private static let shortest = Duration.seconds(2)

    /// Creates the pause of a feed whose readings killed the server.
    ///
    /// | readings in a row | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 and more |
    /// |---|---|---|---|---|---|---|---|---|
    /// | seconds after the last one began | 0 | 60 | 120 | 240 | 480 | 960 | 1920 | 3600 |
    ///
    /// It lasts at least two seconds from now. The first one may have been read by chance beside the
    /// feed that took the memory.
    init(after leftover: ReadingMark.Leftover, of label: String, at now: Timestamp) {
        let doublings = min(max(leftover.count - 2, 0), 6)
        let pause = leftover.count < 2 ? 0 : min(60 << doublings, 3600)
        let began = min(leftover.beganAt, now)
        self.init(
            failure: FeedFailure(.size(.readerKilled(times: leftover.count)), at: label),
            failedAt: began,
            retryAt: max(began + .seconds(pause), now + Self.shortest), attempt: leftover.count)
    }
}
