/// The exclusive lock of a file (`flock`), by which processes and tasks take turns.
///
/// The system frees it when its holder ends in any way. The file is never unlinked: otherwise two
/// holders could hold two files of one name. Locks are tried, not waited for in the kernel, which
/// would take a thread away from all other tasks.
public final class FileLock: Sendable {
    /// The time between two tries.
    public static let interval: Duration = .milliseconds(20)

    private let file: OpenFile

    private init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Takes the lock if nobody holds it; `nil` if somebody does.
    ///
    /// - Throws: ``FileLockFailure/unusable(path:why:)``; the folder of the file must be there.
    public static func tryAcquire(_ path: String) throws(FileLockFailure) -> FileLock? {
        do throws(SystemError) {
            let file = try OpenFile(path, for: .locking)
            try file.lock()
            return FileLock(file)
        } catch {
            if error.isBusy { return nil }
            throw .unusable(path: path, why: error.words)
        }
    }

    /// Whether somebody holds the lock; those who ask this at the same time do not see each other.
    ///
    /// - Throws: ``FileLockFailure/unusable(path:why:)``; without a file nobody holds it.
    public static func isHeld(_ path: String) throws(FileLockFailure) -> Bool {
        do throws(SystemError) {
            try OpenFile(path, for: .reading).lock(isShared: true)
            return false
        } catch {
            if error.isMissing { return false }
            if error.isBusy { return true }
            throw .unusable(path: path, why: error.words)
        }
    }

    /// Takes the lock as soon as nobody holds it.
    ///
    /// - Throws: ``FileLockFailure``, or `CancellationError` if the task is cancelled meanwhile.
    public static func acquire(
        _ path: String, timeout: Duration = .seconds(35)
    ) async throws -> FileLock {
        try await acquire(path, timeout: timeout, clock: ContinuousClock())
    }

    /// Takes the lock as soon as nobody holds it, by the clock that is handed in.
    public static func acquire<C: Clock>(
        _ path: String, timeout: Duration, clock: C
    ) async throws -> FileLock where C.Duration == Duration {
        let deadline = clock.now.advanced(by: timeout)
        while true {
            try Task.checkCancellation()
            if let lock = try tryAcquire(path) { return lock }
            guard clock.now < deadline else { throw FileLockFailure.timedOut(path: path) }
            try await clock.sleep(until: clock.now.advanced(by: interval), tolerance: nil)
        }
    }

    /// Gives the lock back before the end of this object's life; once given back, it stays so.
    public func release() {
        file.unlock()
    }
}

/// Why a lock was not had.
public enum FileLockFailure: Error, Equatable, Sendable {
    /// Somebody held it all the time.
    case timedOut(path: String)
    /// Its file cannot be opened or locked; with the system's words.
    case unusable(path: String, why: String)
}

extension FileLockFailure: CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .timedOut(let path): "another process holds the lock \(path)"
        case .unusable(let path, let why): "the lock \(path) cannot be used: \(why)"
        }
    }
}
