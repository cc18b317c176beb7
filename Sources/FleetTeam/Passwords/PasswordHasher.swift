import Dispatch
import Synchronization

/// Hashes and checks passwords on a few threads of its own, with a short queue.
///
/// A hash takes some 40 ms of a core and 19 MiB, so more requests than the queue holds are refused
/// instead of piling up. Requests with a reserved place are not, and go first.
public final class PasswordHasher: Sendable {
    /// Parameters of the hash.
    public struct Cost: Sendable {
        let argon2: Argon2

        /// At least 19 MiB and two passes (OWASP Password Storage Cheat Sheet, Argon2id).
        public static let standard = Cost(passes: 2, memory: 19 << 20)

        /// Creates parameters.
        init(passes: UInt64, memory: Int) {
            argon2 = Argon2(passes: passes, memory: memory)
        }
    }

    /// Result of the check of a password.
    enum Verdict: Equatable, Sendable {
        case mismatch
        /// The password is right; `rehashed` replaces a hash with older parameters.
        case match(rehashed: String?)
    }

    private let argon2: Argon2
    /// Hash of a random password, for names that do not exist.
    private let unknown: String
    let workers: WorkerPool

    /// Creates a hasher.
    /// - Parameters:
    ///   - threads: Number of passwords that are hashed at the same time.
    ///   - queue: Number of further ones that may wait.
    /// - Throws: ``TeamError/busy`` if there is not enough memory for one hash.
    public init(
        cost: Cost = .standard, threads: Int = 2, queue: Int = 16,
        random: RandomSource = .system
    ) throws(TeamError) {
        try Argon2.prepare()
        argon2 = cost.argon2
        unknown = try cost.argon2.hash(random.bytes(32))
        workers = WorkerPool(threads: threads, queue: queue)
    }

    /// Whether one more password can be hashed or wait.
    var hasRoom: Bool { workers.hasRoom }

    /// Returns the hash of a new password.
    /// - Parameter isReserved: Whether it has a reserved place; the caller limits their number.
    /// - Throws: ``TeamError/busy`` if the queue is full.
    func hash(_ password: Password, isReserved: Bool = false) async throws -> String {
        try await workers.run(isReserved: isReserved) { [argon2] in
            try argon2.hash(password.bytes)
        }
    }

    /// Checks a password in a time that does not depend on whether the hash exists.
    /// - Parameters:
    ///   - hash: The stored hash; `nil` or empty without one, which no password matches.
    ///   - isReserved: Whether it has a reserved place; the caller limits their number.
    /// - Throws: ``TeamError/busy`` if the queue is full.
    func verify(
        _ password: Password, against hash: String?, isReserved: Bool = false
    ) async throws -> Verdict {
        try await workers.run(isReserved: isReserved) { [argon2, unknown] in
            guard let hash, !hash.isEmpty else {
                _ = argon2.verify(password.bytes, against: unknown)
                return .mismatch
            }
            let isOld = argon2.differs(from: hash)
            guard argon2.verify(password.bytes, against: hash) else {
                // Refusing a hash with older parameters takes at least as long.
                if isOld { _ = argon2.verify(password.bytes, against: unknown) }
                return .mismatch
            }
            return .match(rehashed: isOld ? try argon2.hash(password.bytes) : nil)
        }
    }
}

/// A few threads that run blocking work, outside Swift's cooperative ones.
final class WorkerPool: Sendable {
    /// Blocking work; it returns a function that passes the result to the caller.
    typealias Job = @Sendable () -> @Sendable () -> Void

    struct State {
        /// Threads without work.
        var idle: [DispatchQueue]
        /// Jobs with a reserved place, which go first.
        var reserved: [Job] = []
        var waiting: [Job] = []

        /// Removes and returns the job to run next.
        mutating func next() -> Job? {
            if !reserved.isEmpty { return reserved.removeFirst() }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    private let queueLimit: Int
    let state: Mutex<State>

    init(threads: Int, queue: Int) {
        queueLimit = queue
        // Each serial queue has a thread of its own while it works.
        state = Mutex(State(idle: (0..<threads).map { DispatchQueue(label: "password-\($0)") }))
    }

    /// Whether one more job can run or wait.
    var hasRoom: Bool {
        state.withLock { !$0.idle.isEmpty || $0.waiting.count < queueLimit }
    }

    /// Runs blocking work on one of the threads.
    /// - Parameter isReserved: Whether it goes first and is never refused.
    /// - Throws: `TeamError.busy` if the queue is full; the errors of `work`.
    func run<T: Sendable>(
        isReserved: Bool = false, _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let job: Job = {
                let result = Result { try work() }
                return { continuation.resume(with: result) }
            }
            if !start(job, isReserved) { continuation.resume(throwing: TeamError.busy) }
        }
    }

    /// Starts a job or queues it; returns whether there was room.
    private func start(_ job: @escaping Job, _ isReserved: Bool) -> Bool {
        state.withLock { state in
            if let thread = state.idle.popLast() {
                thread.async { self.work(job, on: thread) }
                return true
            }
            guard !isReserved else {
                state.reserved.append(job)
                return true
            }
            guard state.waiting.count < queueLimit else { return false }
            state.waiting.append(job)
            return true
        }
    }

    private func work(_ first: @escaping Job, on thread: DispatchQueue) {
        var next: Job? = first
        while let job = next {
            let tellCaller = job()
            next = state.withLock { state in
                if let next = state.next() { return next }
                state.idle.append(thread)
                return nil
            }
            // Only now, so that there is room for the caller's next job.
            tellCaller()
        }
    }
}
