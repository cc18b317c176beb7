import Dispatch
import FleetCore
import FleetFeeds
import POSIX
package import Subprocess
import Synchronization

#if canImport(System)
import System
#else
package import SystemPackage
#endif

/// A program, found through `PATH` unless its name is a path.
///
/// It gets no descriptors but its standard ones, default signal handlers and an empty signal mask.
package struct Program: Sendable {
    package let name: String
    package let arguments: [String]
    package let environment: [String: String]

    /// Creates a program that is not started yet.
    package init(name: String, arguments: [String], environment: [String: String]) {
        (self.name, self.arguments, self.environment) = (name, arguments, environment)
    }

    /// Time limits of a program that runs in a process group of its own.
    package struct Limits: Sendable {
        /// Time until the group gets SIGTERM.
        package let time: Duration
        /// Time between SIGTERM and SIGKILL.
        package let gracePeriod: Duration
        /// Time between SIGTERM and SIGKILL if the task is cancelled.
        package let cancellationGracePeriod: Duration

        /// Creates limits.
        package init(
            time: Duration, gracePeriod: Duration, cancellationGracePeriod: Duration
        ) {
            (self.time, self.gracePeriod) = (time, gracePeriod)
            self.cancellationGracePeriod = cancellationGracePeriod
        }
    }

    /// Failure to start a program.
    struct LaunchError: Error {
        let message: String
        let isRetryable: Bool
    }

    /// Groups of the running programs, since the library cannot stop all its programs at once.
    private static let groups = Mutex<Set<CInt>>([])
    /// Programs that are being started, and are not in `groups` yet.
    private static let starting = DispatchGroup()

    /// Kills all running programs with their groups.
    static func killAll() {
        _ = starting.wait(timeout: .now() + .milliseconds(20))
        groups.withLock { CurrentProcess.kill(groups: $0) }
    }

    /// Runs the program with an input and discards its output; cancelling the task stops it.
    /// - Returns: Its status, and the number of bytes of the input that it has not read; `nil` if it
    ///   exceeded the time limit.
    /// - Throws: ``LaunchError``.
    func run(
        input: [UInt8], limits: Limits
    ) async throws -> (status: TerminationStatus, unread: Int)? {
        let start = ContinuousClock.now
        let result = try await run(input, output: .discarded, limits)
        guard ContinuousClock.now - start < limits.time else { return nil }
        return (result.terminationStatus, result.closureResult)
    }

    /// Runs the program with an input; cancelling the task stops it.
    /// - Returns: Its output; `nil` if it fails, or exceeds a limit or `maxBytes`.
    package func output(input: [UInt8], maxBytes: Int, limits: Limits) async -> [UInt8]? {
        let result = try? await run(input, output: .bytes(limit: maxBytes), limits)
        guard let result, result.terminationStatus.isSuccess else { return nil }
        return result.standardOutput
    }

    /// Runs the program in the foreground of the terminal.
    ///
    /// It runs in this process's group: in a group of its own it would be suspended as soon as it
    /// read from the terminal. Cancelling the task does not stop it, because it has to restore the
    /// terminal itself.
    package func runInForeground(
        input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput
    ) async throws -> TerminationStatus {
        let task = Task {
            try await Subprocess.run(
                executable, arguments: Arguments(arguments), environment: variables,
                input: .fileDescriptor(input, closeAfterSpawningProcess: false),
                output: .fileDescriptor(output, closeAfterSpawningProcess: false),
                error: .currentStandardError)
        }
        return try await task.value.terminationStatus
    }

    /// Starts the program in a session of its own, which may outlive this process.
    /// - Returns: Whether it was started, and has not failed within a time.
    func launch(failureTime: Duration) async -> Bool {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Bool.self)
        var options = PlatformOptions()
        options.createSession = true
        Task { [options] in
            let result = try? await Subprocess.run(
                executable, arguments: Arguments(arguments), environment: variables,
                platformOptions: options, input: .none, output: .discarded, error: .discarded)
            outcome.yield(result?.terminationStatus.isSuccess ?? false)
        }
        let timer = Task {
            try await Task.sleep(for: failureTime)
            outcome.yield(true)
        }
        defer { timer.cancel() }
        return await outcomes.first { _ in true } ?? false
    }

    /// Runs the program in a group of its own; kills the rest of the group when it exits.
    private func run<Output: OutputProtocol>(
        _ bytes: [UInt8], output: Output, _ limits: Limits
    ) async throws -> ExecutionResult<Int, Output, DiscardedOutput> {
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.terminateGroup(limits.cancellationGracePeriod)]
        let input = try Self.input()
        var isStarting = true
        Self.starting.enter()
        defer { if isStarting { Self.starting.leave() } }
        do {
            return try await Subprocess.run(
                executable, arguments: Arguments(arguments), environment: variables,
                platformOptions: options,
                input: .fileDescriptor(input.readEnd, closeAfterSpawningProcess: false),
                output: output, error: .discarded
            ) { execution in
                let group = execution.processIdentifier.value
                Self.groups.withLock { _ = $0.insert(group) }
                isStarting = false
                Self.starting.leave()
                async let isWritten: Void = input.write(bytes)
                // Returns when the program exits. The null signal has no effect but its wait.
                await execution.teardown(using: [
                    .send(signal: Signal(rawValue: 0), allowedDurationToNextStep: limits.time),
                    .terminateGroup(limits.gracePeriod),
                ])
                let unread = await input.drain()
                await isWritten
                // The ID of the group cannot be reused before the program is reaped, after this.
                Self.groups.withLock { groups in
                    try? execution.send(signal: .kill, toProcessGroup: true)
                    groups.remove(group)
                }
                return unread
            }
        } catch let error as SubprocessError {
            if isStarting { input.close() }
            throw launchError(error)
        }
    }

    private static func input() throws(LaunchError) -> ProgramInput {
        do throws(Errno) {
            return try ProgramInput()
        } catch {
            throw LaunchError(message: error.description, isRetryable: true)
        }
    }

    /// The path of the program's file.
    /// - Throws: `SubprocessError` if no folder of `PATH` has a program with this name.
    var path: FilePath {
        get async throws { try await executable.resolveExecutablePath(in: variables) }
    }

    private var executable: Executable {
        name.contains("/") ? .path(FilePath(name)) : .name(name)
    }

    private var variables: Environment {
        // The library rejects names that begin with a digit, which no shell can set.
        let valid = environment.filter { !("0"..."9").contains($0.key.prefix(1)) }
        return .custom(
            Dictionary(
                uniqueKeysWithValues: valid.compactMap { name, value in
                    Environment.Key(rawValue: name).map { ($0, value) }
                }))
    }

    private func launchError(_ error: SubprocessError) -> LaunchError {
        // Without descriptors, the library finds no program at all.
        if let shortage = MachineShortage.ofDescriptors() {
            return LaunchError(message: shortage.message, isRetryable: true)
        }
        guard error.code == .executableNotFound else {
            let cause = error.underlyingError
            return LaunchError(
                message: cause?.description ?? "it cannot be started",
                isRetryable: cause != .execFormatError && cause != .argListTooLong)
        }
        // The library reports a file that is not executable as missing.
        let exists = name.contains("/") && FileSystem.exists(.init(name))
        return LaunchError(
            message: exists ? Errno.permissionDenied.description : "no such program",
            isRetryable: false)
    }
}

extension TeardownStep {
    fileprivate static func terminateGroup(_ gracePeriod: Duration) -> TeardownStep {
        .send(
            signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: gracePeriod)
    }
}
