import FleetCore
import FleetRuntimeTestSupport
import FleetService
import FleetSettings
import FleetTestSupport
import Foundation
import Testing

@testable import FleetRuntime

@Suite("Marks of the feeds that a server is reading")
struct ReadingMarkTests {
    private let home: TestHome
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    init() throws { home = try TestHome() }

    private func mark(_ name: String = "a") throws -> ReadingMark {
        let home = try home.context().home()
        try home.createFolders()
        return ReadingMark(path: home.lockPath(for: SourceKey(UUID(sourceName: name)), .reading))
    }

    /// Leaves a mark behind, as a process that is killed.
    private func leave(_ text: String, _ name: String = "a") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: mark(name).path))
    }

    @Test("a reading that ends leaves no mark behind")
    func ended() throws {
        let mark = try mark()
        #expect(mark.leftover == nil)
        mark.set(at: now)?.remove()
        #expect(mark.leftover == nil)
    }

    @Test("a mark is left behind by a process that is gone, not by one that is reading")
    func leftBehind() throws {
        let mark = try mark()
        var set = mark.set(at: now)
        #expect(set != nil)
        #expect(mark.leftover == nil, "another server is reading it")
        #expect(mark.set(at: now) == nil)
        set = nil
        #expect(mark.leftover == .init(count: 1, beganAt: now))
        set = mark.set(at: now + .seconds(60))
        set = nil
        #expect(mark.leftover == .init(count: 2, beganAt: now + .seconds(60)))
        _ = set
    }

    @Test("a damaged mark is none", arguments: ["", "x", "1", "1 2 3", "0 5", "-"])
    func damaged(text: String) throws {
        try leave(text)
        #expect(try mark().leftover == nil)
    }

    @Test("the pause doubles with each reading that killed the server, up to an hour")
    func pauses() {
        let pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9999].map { count in
            BackOff(after: .init(count: count, beganAt: now), of: "a", at: now).retryAt - now
        }
        let seconds = [2, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]
        #expect(pauses == seconds.map { .seconds($0) })
        let later = BackOff(
            after: .init(count: 3, beganAt: now), of: "a", at: now + .seconds(100))
        #expect(later.retryAt == now + .seconds(120))
        let ahead = BackOff(
            after: .init(count: 3, beganAt: now + .seconds(9000)), of: "a", at: now)
        #expect(ahead.retryAt == now + .seconds(120), "the clock was set back")
    }

    @Test("a source whose reading killed the server waits, and the others are read")
    func pool() async throws {
        for name in ["a", "b"] {
            let path = try home.write(["1"], to: name + ".json")
            try await home.add(
                name, Source(location: .file(path), uuid: UUID(sourceName: name)))
        }
        let context = try home.context()
        let key = try #require(try home.open("a").selected.key)
        let path = try context.home().lockPath(for: key, .reading)
        try context.home().createFolders()
        try Data("3 \(context.now().milliseconds)\n".utf8).write(to: URL(fileURLWithPath: path))
        let pool = try SourcePool([], in: context, checkInterval: .milliseconds(10))
        let run = Task { await pool.run() }
        func state(_ name: String) -> ServiceState? {
            pool.state(of: UUID(sourceName: name), .vehicles)?.state
        }
        try await waitUntil("b is live, and a waits") {
            guard case .live? = state("b"), case .failed(let failure, _, 3, _)? = state("a") else {
                return false
            }
            return failure.reason == .size(.readerKilled(times: 3))
        }
        #expect(
            home.messages.contains("a: the server was killed 3 times while it read this source"))
        #expect(home.messages.components(separatedBy: "3 times").count == 2, "it says so once")
        // A person may read it at once.
        _ = try await pool.refresh(UUID(sourceName: "a"))
        #expect(ReadingMark(path: path).leftover == nil)
        run.cancel()
        await run.value
    }
}
