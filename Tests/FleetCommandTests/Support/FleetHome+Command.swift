import FleetCommandLine
import FleetCore
import FleetTestSupport
import Foundation
import POSIX
import SystemPackage

@testable import FleetRuntime
@testable import fleet
@testable import fleet_server

extension FleetHome {
    /// Runs a command in this process, which is much faster than starting the program.
    ///
    /// It must not read standard input; files other than sources need absolute paths.
    func run(
        _ arguments: String..., environment more: [String: String?] = [:]
    ) async throws -> Outcome {
        try await run(arguments, environment: more)
    }

    /// - Parameters:
    ///   - time: The time at which the clock of the command is stopped; `nil` for the system's clock.
    ///   - followsDatabase: Whether the clock of a database corrects that of the command.
    ///   - sleep: Waits of the command for its clock.
    func run(
        _ arguments: [String], environment more: [String: String?] = [:],
        at time: Timestamp? = nil, followsDatabase: Bool = false,
        sleep: (@Sendable (Duration) async throws -> Void)? = nil
    ) async throws -> Outcome {
        let environment = environment(with: more)
        let data = try OpenFile.temporary()
        let messages = try OpenFile.temporary()
        let output = Output(
            data: data.descriptor, messages: messages.descriptor,
            terminalType: environment["TERM"])
        var status: Int32 = 0
        do {
            try EntryPoint.version(of: .fleet, arguments)
            let (arguments, isVerbose) = EntryPoint.withoutVerbose(arguments)
            if let command = try Self.command(of: arguments) {
                let context = try context(
                    environment, output, isVerbose: isVerbose, time, sleep,
                    followsDatabase: followsDatabase)
                try await EntryPoint.run(Self.served(command), in: context)
            }
        } catch {
            status = ErrorReport(error).print(to: output).code
        }
        return Outcome(
            status: status, data: try contents(of: data), errorBytes: try contents(of: messages),
            isEnded: true)
    }

    /// Parses arguments; equal ones only once, since it takes most of the time of a debug build.
    private static func command(of arguments: [String]) throws -> (any FleetCommand)? {
        if let parsed = parsed.value[arguments] { return try parsed.get() }
        let result = Result { () throws(ArgumentParsingError) in
            try Fleet.command(of: arguments)
        }
        parsed.change { $0[arguments] = result }
        return try result.get()
    }

    /// Returns the command of the server's program for `fleet serve`, which starts that.
    private static func served(_ command: any FleetCommand) throws -> any FleetCommand {
        guard let serve = command as? ServeCommand else { return command }
        try serve.check()
        var server = ServerCommand()
        server.serve = serve.options
        return server
    }

    private static let parsed = Observed<
        [[String]: Result<(any FleetCommand)?, ArgumentParsingError>]
    >([:])

    /// Returns the context of commands in this process.
    func context(
        _ environment: [String: String], _ output: Output, isVerbose: Bool,
        _ time: Timestamp? = nil, _ sleep: (@Sendable (Duration) async throws -> Void)? = nil,
        followsDatabase: Bool = false
    ) throws -> CommandContext {
        try CommandContext(
            output: output, directory: path, process: UUID().uuidString,
            version: InstalledProgram.version,
            isVerbose: isVerbose,
            system: CommandContext.System(
                environmentVariable: { name in
                    environment[name].flatMap { $0.isEmpty ? nil : $0 }
                },
                environment: { environment },
                now: { time ?? Timestamp(seconds: Date().timeIntervalSince1970) },
                jitter: { .random(in: 0..<1) }, newUUID: { UUID() },
                timeoutFactor: environment["FLEET_TIMEOUT_FACTOR"].flatMap(Double.init) ?? 1,
                followsDatabase: followsDatabase, sleep: sleep))
    }
}

private func contents(of file: borrowing OpenFile) throws -> [UInt8] {
    try file.rewind()
    return try file.bytes(limit: .max) ?? []
}
