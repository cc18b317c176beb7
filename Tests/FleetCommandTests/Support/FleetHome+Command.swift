import FleetCore
import FleetTestSupport
import Foundation
import Testing

@testable import FleetSession
@testable import fleet

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FleetHome {
    /// Runs a command in this process, which is much faster than starting the program.
    ///
    /// It must not read standard input; files other than sources need absolute paths.
    func run(
        _ arguments: String..., environment more: [String: String?] = [:]
    ) async throws -> Outcome {
        try await run(arguments, environment: more)
    }

    func run(
        _ arguments: [String], environment more: [String: String?] = [:]
    ) async throws -> Outcome {
        let environment = environment(with: more)
        let (data, messages) = (try TemporaryFile(), try TemporaryFile())
        let output = Output(data: data.descriptor, messages: messages.descriptor)
        var status: Int32 = 0
        do {
            if let command = try Self.command(of: arguments) {
                try await Main.run(command, in: context(environment, output))
            }
        } catch {
            status = ErrorReport(error).print(to: output).code
        }
        return Outcome(
            status: status, data: data.bytes, errorBytes: messages.bytes, isEnded: true)
    }

    /// Parses arguments; equal ones only once, since it takes most of the time of a debug build.
    private static func command(of arguments: [String]) throws -> (any FleetCommand)? {
        if let command = commands.value[arguments] { return command }
        let command = try Fleet.command(of: arguments)
        commands.change { $0[arguments] = command }
        return command
    }

    private static let commands = Observed<[[String]: any FleetCommand]>([:])

    private func context(
        _ environment: [String: String], _ output: Output
    ) throws -> CommandContext {
        try CommandContext(
            output: output, directory: path, process: UUID().uuidString, version: Fleet.version,
            system: CommandContext.System(
                environmentVariable: { name in
                    environment[name].flatMap { $0.isEmpty ? nil : $0 }
                },
                environment: { environment },
                now: { Timestamp(seconds: Date().timeIntervalSince1970) },
                jitter: { .random(in: 0..<1) }, newUUID: { UUID() }))
    }
}

/// Unnamed file that receives the output of a command.
private final class TemporaryFile {
    private let file: UnsafeMutablePointer<FILE>

    init() throws {
        file = try #require(tmpfile())
        _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
    }

    deinit { fclose(file) }

    var descriptor: Int32 { fileno(file) }

    /// The contents.
    var bytes: [UInt8] {
        let size = Int(lseek(descriptor, 0, SEEK_END))
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
        }
    }
}
