/// Exclusive file lock (`flock`) between processes and tasks.
///
/// The system releases it when its holder exits for any reason. The file is never unlinked:
/// otherwise two holders could lock two files of the same name. Waiting polls the lock, because
/// blocking in the kernel would take a thread from all other tasks.
public final class FileLock: Sendable {
    /// Time between two attempts.
    public static let interval: Duration = .milliseconds(20)

    private let file: OpenFile

    private init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Takes the lock; returns `nil` if another holder has it.
    ///
    /// - Throws: ``FileLockError/unusable(path:reason:)``; the folder of the file must exist.
    public static func tryAcquire(_ path: String) throws(FileLockError) -> FileLock? {
        do throws(SystemError) {
            let file = try OpenFile(path, for: .locking)
            try file.lock()
            return FileLock(file)
        } catch {
            if error.wouldBlock { return nil }
            throw .unusable(path: path, reason: error.message)
        }
    }

    /// Returns whether the lock is held; concurrent calls do not affect each other.
    ///
    /// - Throws: ``FileLockError/unusable(path:reason:)``; a missing file is a free lock.
    public static func isHeld(_ path: String) throws(FileLockError) -> Bool {
        do throws(SystemError) {
            try OpenFile(path, for: .reading).lock(isShared: true)
            return false
        } catch {
            if error.isNotFound { return false }
            if error.wouldBlock { return true }
            throw .unusable(path: path, reason: error.message)
        }
    }

    /// Waits for the lock and takes it.
    ///
    /// - Throws: ``FileLockError``, or `CancellationError` if the task is cancelled.
    public static func acquire(
        _ path: String, timeout: Duration = .seconds(35)
    ) async throws -> FileLock {
        try await acquire(path, timeout: timeout, clock: ContinuousClock())
    }

    /// Waits for the lock on the given clock and takes it.
    public static func acquire<C: Clock>(
        _ path: String, timeout: Duration, clock: C
    ) async throws -> FileLock where C.Duration == Duration {
        let deadline = clock.now.advanced(by: timeout)
        while true {
            try Task.checkCancellation()
            if let lock = try tryAcquire(path) { return lock }
            guard clock.now < deadline else { throw FileLockError.timedOut(path: path) }
            try await clock.sleep(until: clock.now.advanced(by: interval), tolerance: nil)
        }
    }

    /// Releases the lock before deinitialization; further calls have no effect.
    public func release() {
        file.unlock()
    }
}

/// Error while taking a lock.
public enum FileLockError: Error, Equatable, Sendable {
    /// Another holder kept the lock until the timeout.
    case timedOut(path: String)
    /// The lock file cannot be opened or locked; `reason` is the system's message.
    case unusable(path: String, reason: String)
}

extension FileLockError: CustomStringConvertible {
    /// Description of the problem, in one line.
    public var description: String {
        switch self {
        case .timedOut(let path): "another process holds the lock \(path)"
        case .unusable(let path, let reason): "cannot use the lock \(path): \(reason)"
        }
    }
}
