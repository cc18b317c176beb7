package import FleetCore
package import FleetRuntime
import FleetSettings
import FleetTestSupport
import Foundation
import Synchronization

/// A home in a temporary folder, with a clock that tests set and captured messages.
package final class TestHome: Sendable {
    package let path: String
    private let clock = Mutex(Timestamp(seconds: 1_769_860_800))
    private let captured = Mutex("")

    package init() throws {
        path = NSTemporaryDirectory() + "fleet-home-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Everything written to standard error so far.
    package var messages: String { captured.withLock(\.self) }

    /// Moves the clock forward.
    package func advance(by duration: Duration) {
        clock.withLock { $0 = $0 + duration }
    }

    /// Creates the context of another process with this home.
    /// - Parameter environment: Further variables of the environment.
    package func context(_ environment: [String: String] = [:]) throws -> CommandContext {
        let output = Output(terminalType: nil)
        output.redirectMessages { [self] text in captured.withLock { $0 += text } }
        return try context(output: output, environment)
    }

    /// Creates the context of a process with this output.
    package func context(
        output: Output, terminalType: String? = nil, _ environment: [String: String] = [:]
    ) throws -> CommandContext {
        try CommandContext(
            output: output, directory: path, process: UUID().uuidString, version: "test",
            system: CommandContext.System(
                environmentVariable: { [path] name in
                    environment[name]
                        ?? (["FLEET_HOME": path, "TERM": terminalType][name] ?? nil)
                },
                environment: { [:] }, now: { [self] in clock.withLock(\.self) }, jitter: { 0 },
                newUUID: { UUID() }, timeoutFactor: Deadline.timeoutFactor))
    }

    /// Opens a source, given by name or location.
    package func open(_ text: String?) throws -> SourceSession {
        let context = try context()
        let selected = try ResolvedSource.find(
            text, in: context.preferences(),
            credentials: { try context.credentialsFile().load()[$0] ?? Credentials() },
            directory: context.directory, fileExists: FileManager.default.fileExists(atPath:))
        return try context.open(selected)
    }

    /// Adds a named source.
    package func add(_ name: String, _ source: Source) async throws {
        try await context().preferencesFile().update { $0.sources[name] = source }
    }

    /// Writes a vehicles document with these IDs, and returns its path.
    @discardableResult
    package func write(_ ids: [String], to name: String = "feed.json") throws -> String {
        let vehicles = ids.map { #"{"identificationCode":"\#($0)","color":"Red"}"# }
        return try write(#"{"vehicles":[\#(vehicles.joined(separator: ","))]}"#, to: name)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        let file = path + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}
