import Dispatch
import FleetTeam
import FleetTestSupport
import POSIX
import Synchronization
import Testing

@testable import FleetTeam

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct PasswordTests {
    @Test(
        "a new password has 10 characters to 1,024 bytes",
        arguments: [
            ("x", 9, false), ("x", 10, true), ("x", 1024, true), ("x", 1025, false),
            ("😀", 9, false), ("😀", 10, true), ("😀", 257, false),
        ])
    func lengths(character: String, count: Int, isAccepted: Bool) {
        let password = Password(String(repeating: character, count: count))
        #expect(((try? password.check()) != nil) == isAccepted)
    }

    @Test("keyboards that compose letters differently type the same password")
    func composed() async throws {
        let hasher = try PasswordHasher.cheap
        let hash = try await hasher.hash(Password("pässwörter!"))
        let typed = Password("pa\u{308}sswo\u{308}rter!")
        #expect(try await hasher.verify(typed, against: hash) == .match(rehashed: nil))
        #expect(try await hasher.verify(Password("passworter!"), against: hash) == .mismatch)
    }

    @Test("the standard hash is Argon2id with 19 MiB and two passes, salted")
    func parameters() async throws {
        let hasher = try PasswordHasher()
        let first = try await hasher.hash(Password("correct horse"))
        let second = try await hasher.hash(Password("correct horse"))
        #expect(first.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(first != second)
    }

    @Test("no password matches a missing hash, an empty one, or one of another form")
    func missing() async throws {
        let hasher = try PasswordHasher.cheap
        for hash in [nil, "", "$", "plain text"] as [String?] {
            #expect(try await hasher.verify(Password(hash ?? ""), against: hash) == .mismatch)
        }
    }

    @Test("a missing hash and a cheaper one cost as much to refuse as a current one")
    func cost() async throws {
        let hasher = try PasswordHasher(cost: .init(passes: 2, memory: 8 << 20), threads: 1)
        let old = try await PasswordHasher.cheap.hash(Password("correct horse"))
        let current = try await hasher.hash(Password("correct horse"))
        let hashes = [current, nil, "", old]
        // The work of the only thread, which no other program slows down: a hash that is not
        // computed costs less than a hundredth.
        var least = [Double](repeating: .infinity, count: hashes.count)
        for _ in 0..<50 {
            for (index, hash) in hashes.enumerated() {
                let before = try await hasher.run { Self.threadTime() }
                _ = try await hasher.verify(Password("wrong password"), against: hash)
                let cost = try await hasher.run { Self.threadTime() } - before
                least[index] = min(least[index], cost)
            }
            if least.allSatisfy({ (0.5...2).contains($0 / least[0]) }) { return }
        }
        Issue.record("\(least)")
    }

    /// Returns the processor time that this thread has used, in seconds.
    private static func threadTime() -> Double {
        var time = timespec()
        _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test("more passwords than the threads and the queue take are refused")
    func busy() async throws {
        let pool = try PasswordHasher(cost: .init(passes: 1, memory: 8192), threads: 2, queue: 1)
        let gate = DispatchSemaphore(value: 0)
        let started = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    try await pool.run {
                        started.signal()
                        gate.wait()
                    }
                }
            }
            await waitOffPool(for: started, count: 2)
            let queued = Task { try await pool.run { "queued" } }
            try await waitUntil("the queue is full") { !pool.hasRoom }
            await expect(.busy) { try await pool.run {} }
            for _ in 0..<2 { gate.signal() }
            #expect(try await queued.value == "queued")
            try await group.waitForAll()
        }
        try await pool.run {}
    }

    @Test("reserved places are never refused, and go first")
    func reserved() async throws {
        let pool = try PasswordHasher(cost: .init(passes: 1, memory: 8192), threads: 1, queue: 2)
        let gate = DispatchSemaphore(value: 0)
        let order = PathList()
        let running = Task { try await pool.run { gate.wait() } }
        try await waitUntil("the thread works") { pool.slots.freeCount == 0 }
        var jobs: [Task<Void, any Error>] = []
        for (number, name) in ["a", "b", "device 1", "device 2", "device 3"].enumerated() {
            let isReserved = name.hasPrefix("device")
            jobs.append(Task { try await pool.run(isReserved: isReserved) { order.append(name) } })
            try await waitUntil("\(name) waits") { pool.slots.waitingCount > number }
        }
        await expect(.busy) { try await pool.run {} }
        gate.signal()
        for job in [running] + jobs { try await job.value }
        #expect(order.paths == ["device 1", "device 2", "device 3", "a", "b"])
    }

    /// Waits for signals on a thread that no task needs.
    private func waitOffPool(for semaphore: DispatchSemaphore, count: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "wait").async {
                for _ in 0..<count { semaphore.wait() }
                continuation.resume()
            }
        }
    }
}
