import FleetCommandLine
import FleetCore
import FleetTestSupport
import Foundation
import POSIX
import SystemPackage
import Testing

@testable import FleetRuntime
@testable import fleet

/// Simulated hours of a faulty service, on a clock that runs 120 times as fast; `make soak` enables
/// it.
@Suite(
    "A day of a faulty service leaves memory and descriptors flat",
    .enabled(if: simulatedHours != nil))
struct SoakTests {
    /// Time between two steps.
    private static let step = Duration.seconds(600)
    private static let stepsPerHour = 6
    /// Maximum growth of the memory in half a day, in KiB.
    ///
    /// The allocator grows by steps: 3 MiB were measured. This is less than 4 KiB for each of the
    /// 2,600 requests meanwhile, and a tenth of the process.
    private static let maxGrowth = 8192

    /// Keys for the browser, one element after each step: all screens, a refresh, a search.
    private static let keys = [
        "m", "++0", "m", "e", "\u{1B}", "S", "\r", "\u{1B}", "S", "n", "\u{1B}", "jj\r", "l",
        "\u{1B}", "/v-1\r", "c", "s", "f", "\u{1B}", "r", "?", "\u{1B}", "rrrrr", "\u{0C}",
    ]

    private let home: FleetHome
    private let clock = FastClock(speed: 120)
    private let service: FaultyService
    private let null: FileDescriptor

    init() throws {
        home = try FleetHome()
        service = try FaultyService(now: clock.now)
        null = try FileDescriptor.open("/dev/null", .writeOnly)
        CurrentProcess.limitFreeMemory()
        CurrentProcess.ignoreWriteSignals()
    }

    @Test("watch, browse and refreshes run beside each other all day")
    func day() async throws {
        let hours = try #require(simulatedHours)
        try #require(hours >= 8, "FLEET_SOAK must be at least 8 hours")
        // The first answers may be faulty, too.
        try await run(["source", "add", "soak", service.address, "--no-check"])
        let terminal = try StandardTerminal()
        let browse = Task {
            try await run(["browse", "--source", "soak"], onTerminal: true)
        }
        let events = Task { try await run(watch + ["--events"]) }
        var usage: [ProcessUsage] = []
        var successes = 0
        for hour in 0..<hours {
            let leader = Task { try await run(watch) }
            var samples: [ProcessUsage] = []
            for step in hour * Self.stepsPerHour..<(hour + 1) * Self.stepsPerHour {
                try await clock.sleep(until: Self.step * (step + 1))
                terminal.type(Self.keys[step % Self.keys.count])
                successes += await successfulCommands(step)
                samples.append(try ProcessUsage())
            }
            usage.append(try samples.combined(min))
            await expectCancellation(leader)
        }
        await expectCancellation(browse)
        await expectCancellation(events)
        terminal.close()
        print("\(hours) hours: \(service.counts.value), \(successes) commands succeeded")
        for (hour, usage) in usage.enumerated() { print("hour \(hour): \(usage)") }
        #expect(successes > hours * 10)
        #expect(service.counts.value.requests > hours * 100)
        try expectFlat(usage)
        let path = home.path(of: "fleet.sqlite")
        #expect(try await Tool.sqlite("PRAGMA integrity_check", path) == ["ok"])
    }

    private var watch: [String] { ["watch", "--source", "soak", "--format", "ndjson"] }

    /// Compares the smallest values of the last quarter with the largest of the second; the first
    /// fills caches.
    private func expectFlat(_ usage: [ProcessUsage]) throws {
        let quarter = usage.count / 4
        let first = try usage[quarter..<2 * quarter].combined(max)
        let last = try usage.suffix(quarter).combined(min)
        #expect(last.descriptors <= first.descriptors)
        #expect(last.threads <= first.threads)
        #expect(last.memory <= first.memory + Self.maxGrowth)
    }

    /// Runs commands beside each other; returns the number of those that succeeded.
    private func successfulCommands(_ step: Int) async -> Int {
        let commands = [
            ["refresh"], ["refresh"], ["list", "--format", "json"], ["site", "list"],
            ["map", "--size", "60x20"],
            ["favorite", step.isMultiple(of: 2) ? "add" : "remove", "v-1"],
        ]
        return await withTaskGroup(of: Bool.self) { group in
            for command in commands {
                group.addTask { (try? await run(command + ["--source", "soak"])) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    /// Cancels a command, which must not have ended before.
    private func expectCancellation(_ command: Task<Void, any Error>) async {
        command.cancel()
        await #expect(throws: CancellationError.self) { try await command.value }
    }

    private func run(_ arguments: [String], onTerminal: Bool = false) async throws {
        let command = try #require(try Fleet.command(of: arguments))
        let output = Output(
            data: onTerminal ? .standardOutput : null, messages: null,
            terminalType: onTerminal ? "xterm-256color" : nil)
        let environment = home.environment
        let context = try CommandContext(
            output: output, directory: home.path, process: UUID().uuidString, version: "soak",
            system: CommandContext.System(
                environmentVariable: { environment[$0] }, environment: { environment },
                now: clock.now, jitter: { .random(in: 0..<1) }, newUUID: { UUID() },
                clockSpeed: clock.speed))
        try await EntryPoint.run(command, in: context)
    }
}

/// Number of simulated hours, at least 8; `nil` if the soak is disabled.
private let simulatedHours = ProcessInfo.processInfo.environment["FLEET_SOAK"].flatMap { Int($0) }

/// Clock that starts with the test and runs too fast.
private struct FastClock: Sendable {
    let speed: Double
    private let start = ContinuousClock.now

    init(speed: Double) { self.speed = speed }

    /// Returns the simulated time.
    func now() -> Timestamp {
        Timestamp(seconds: 1_769_860_800 + (ContinuousClock.now - start) / .seconds(1) * speed)
    }

    /// Waits until this much simulated time has passed since the start.
    func sleep(until time: Duration) async throws {
        try await Task.sleep(until: start + time / speed)
    }
}
