import FleetTestSupport
import Foundation
import POSIX
import Testing

/// Clock that advances only while a task sleeps on it.
final class SleepingClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    // SAFETY: each test uses its clock from one task only.
    private(set) var now = Instant(offset: .zero)
    private(set) var sleeps = 0
    let minimumResolution: Duration = .zero
    /// Called during each sleep.
    private let event: @Sendable (Int) throws -> Void

    init(event: @escaping @Sendable (Int) throws -> Void = { _ in }) {
        self.event = event
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        now = deadline
        sleeps += 1
        try event(sleeps)
    }
}

@Suite("File locks")
struct FileLockTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path + "/x.lock"
    }

    @Test("A lock is shared by any number of holders, or has one that does not share it")
    func shared() throws {
        let first = try #require(try FileLock.tryAcquire(path, isShared: true))
        let second = try #require(try FileLock.tryAcquire(path, isShared: true))
        #expect(try FileLock.tryAcquire(path) == nil)
        first.release()
        #expect(try FileLock.tryAcquire(path) == nil)
        second.release()
        let alone = try #require(try FileLock.tryAcquire(path))
        #expect(try FileLock.tryAcquire(path, isShared: true) == nil)
        alone.release()
    }

    @Test("A lock has one holder at a time, until it is released or deinitialized")
    func exclusive() throws {
        var first = try FileLock.tryAcquire(path)
        #expect(first != nil)
        #expect(try FileLock.tryAcquire(path) == nil)
        first?.release()
        var second = try FileLock.tryAcquire(path)
        #expect(second != nil)
        first?.release()
        first = nil
        #expect(try FileLock.tryAcquire(path) == nil)
        withExtendedLifetime(second) {}
        second = nil
        #expect(try FileLock.tryAcquire(path) != nil)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("A waiter retries every 20 ms and gets the lock once it is released")
    func waiting() async throws {
        let held = try #require(try FileLock.tryAcquire(path))
        let clock = SleepingClock { if $0 == 7 { held.release() } }
        _ = try await FileLock.acquire(path, timeout: .seconds(35), clock: clock)
        #expect(clock.sleeps == 7)
        #expect(clock.now.offset == .milliseconds(140))
    }

    @Test("Waiting for a lock that is never released times out")
    func timeout() async throws {
        let held = try #require(try FileLock.tryAcquire(path))
        let clock = SleepingClock()
        await #expect(throws: FileLockError.timedOut(path: path)) {
            try await FileLock.acquire(path, timeout: .seconds(35), clock: clock)
        }
        #expect(clock.sleeps == 1750)
        withExtendedLifetime(held) {}
    }

    @Test("Cancellation stops the wait")
    func cancelling() async throws {
        let held = try #require(try FileLock.tryAcquire(path))
        let waiting = Task { [path] in _ = try await FileLock.acquire(path) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        withExtendedLifetime(held) {}
    }

    @Test("A lock of another process is respected, and released when the process is killed")
    func otherProcess() async throws {
        let other = try LockingProcess(path)
        #expect(try FileLock.tryAcquire(path) == nil)
        other.kill()
        #expect(try FileLock.tryAcquire(path) != nil)
    }

    @Test("A missing folder is an error with the system's message")
    func missingFolder() throws {
        let path = folder.path + "/nowhere/x.lock"
        let error = FileLockError.unusable(path: path, reason: "No such file or directory")
        #expect(throws: error) { try FileLock.tryAcquire(path) }
    }
}

/// Perl process that holds the lock of a file.
private final class LockingProcess {
    private let process = Process()
    private let input = Pipe()

    /// Starts the process and waits until it holds the lock.
    init(_ path: String) throws {
        let program = """
            $| = 1; open(F, ">>", $ARGV[0]) or die; flock(F, 2) or die; print "held\\n"; <STDIN>;
            """
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/perl")
        process.arguments = ["-e", program, path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        _ = output.fileHandleForReading.availableData
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
