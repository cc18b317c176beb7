import FleetTestSupport
import POSIX
import Subprocess
import Testing

@testable import FleetRuntime

/// Not the class that tests the whole program.
private typealias Program = FleetRuntime.Program

@Suite("Programs run in a group of their own, within limits")
struct ProgramTests {
    private static let limits = Program.Limits(
        time: .seconds(600), gracePeriod: .seconds(600), cancellationGracePeriod: .zero)

    private func shell(_ script: String, _ environment: [String: String] = [:]) -> Program {
        let path = ["PATH": "/usr/local/bin:/usr/bin:/bin"]
        return Program(
            name: "sh", arguments: ["-c", script],
            environment: environment.merging(path) { first, _ in first })
    }

    @Test("Output, and input of more than a pipe holds, are exchanged completely")
    func exchange() async {
        let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
        let output = await shell("cat").output(
            input: bytes, maxBytes: bytes.count, limits: Self.limits)
        #expect(output == bytes)
    }

    @Test("Output that exceeds the limit counts as a failure")
    func tooMuchOutput() async {
        let output = await shell("echo 12345").output(
            input: [], maxBytes: 5, limits: Self.limits)
        #expect(output == nil)
    }

    @Test("A program that closes its input early is not stopped")
    func closedInput() async throws {
        let bytes = [UInt8](repeating: 0x61, count: 1 << 20)
        let result = try await shell("exec <&-; sleep 0.1; exit 7").run(
            input: bytes, limits: Self.limits)
        #expect(result?.status == .exited(7) && result?.unread == bytes.count)
    }

    @Test(
        "The number of bytes is known that a program has not read",
        arguments: [
            ("true", 9), ("cat", 0), ("read -r line; test \"$line\" = '12345678'", 0),
            ("head -c 5", 4),
        ])
    func unread(script: String, count: Int) async throws {
        let result = try await shell(script).run(
            input: Array("12345678\n".utf8), limits: Self.limits)
        #expect(result?.status == .exited(0) && result?.unread == count)
    }

    @Test("A program that exits leaves no other program of its group, which would keep its output")
    func group() async throws {
        let folder = try TemporaryFolder()
        let output = await shell("sleep 1000 & echo $! >'\(folder.path)/pid'; echo done").output(
            input: [], maxBytes: 100, limits: Self.limits)
        #expect(output == Array("done\n".utf8))
        let text = String(decoding: folder.bytes(of: "pid"), as: UTF8.self)
        try await waitForExit(of: text.split(separator: "\n")[0])
    }

    @Test(
        "A program that exceeds its time is killed even if it ignores SIGTERM",
        .timeLimit(.minutes(15)))
    func late() async throws {
        let limits = Program.Limits(
            time: .milliseconds(200), gracePeriod: .milliseconds(50),
            cancellationGracePeriod: .seconds(60))
        let script = "trap '' TERM; while :; do sleep 0.01; done"
        #expect(try await shell(script).run(input: [], limits: limits) == nil)
    }

    @Test("Cancelling the task stops a program", .timeLimit(.minutes(15)))
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let script = "trap '' TERM; echo $$ >'\(folder.path)/pid'; while :; do sleep 0.01; done"
        let task = Task { try await shell(script).run(input: [], limits: Self.limits) }
        try await waitUntil("start of the program") { !folder.bytes(of: "pid").isEmpty }
        task.cancel()
        #expect(try await task.value?.status == .signaled(9))
    }

    @Test("Signals that this process ignores have their default effect in the program")
    func signals() async throws {
        CurrentProcess.ignoreWriteSignals()
        let result = try await shell("kill -PIPE $$").run(input: [], limits: Self.limits)
        #expect(result?.status == .signaled(13))
    }

    @Test("A variable that no shell can set does not keep a program from starting")
    func environment() async {
        let output = await shell("echo $A", ["2A": "x", "A": "y"]).output(
            input: [], maxBytes: 100, limits: Self.limits)
        #expect(output == Array("y\n".utf8))
    }

    @Test("A program that cannot be started is reported with the reason")
    func launch() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        for (name, message) in [
            ("no-such-program", "no such program"), (file + "2", "no such program"),
            (file, "Permission denied"),
        ] {
            let program = Program(name: name, arguments: [], environment: [:])
            let error = await #expect(throws: Program.LaunchError.self) {
                _ = try await program.run(input: [], limits: Self.limits)
            }
            #expect(error?.message == message)
            #expect(error?.isRetryable == false)
        }
    }
}
