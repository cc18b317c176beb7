import POSIX

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
    private let threads: BlockingThreads
    /// One slot for each thread.
    let slots: WorkSlots

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
        self.threads = BlockingThreads(count: threads)
        slots = WorkSlots(count: threads, queue: queue)
    }

    /// Whether one more password can be hashed or wait.
    var hasRoom: Bool { slots.hasRoom }

    /// Returns the hash of a new password.
    /// - Parameter isReserved: Whether it has a reserved place; the caller limits their number.
    /// - Throws: ``TeamError/busy`` if the queue is full.
    func hash(_ password: Password, isReserved: Bool = false) async throws -> String {
        try await run(isReserved: isReserved) { [argon2] in
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
        try await run(isReserved: isReserved) { [argon2, unknown] in
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

    /// Runs blocking work on one of the threads.
    /// - Parameter isReserved: Whether it goes first and is never refused.
    /// - Throws: ``TeamError/busy`` if the queue is full; the errors of `work`.
    func run<T: Sendable>(
        isReserved: Bool = false, _ work: @escaping @Sendable () throws -> T
    ) async throws -> T {
        do {
            return try await slots.run(isReserved: isReserved) { [threads] in
                try await threads.run(work)
            }
        } catch is WorkSlots.QueueFull {
            throw TeamError.busy
        }
    }
}
