import FleetCore
import FleetRuntime
import Foundation
import POSIX
import Subprocess
import SystemPackage

/// The text editor of the user (`VISUAL`, otherwise `EDITOR`, otherwise `vi`).
struct TextEditor {
    private let command: String
    private let environment: [String: String]

    /// - Throws: `CommandError` (64) if there is no terminal for the editor.
    init(_ context: CommandContext) throws {
        guard FileDescriptor.standardInput.isTerminal, context.output.isTerminal else {
            throw CommandError.usage(
                "the text is missing, and there is no terminal for an editor",
                hint: "give the text as an argument")
        }
        environment = context.environment
        command =
            ["VISUAL", "EDITOR"].lazy.compactMap(context.environmentVariable)
            .first { !$0.allSatisfy(\.isWhitespace) } ?? "vi"
    }

    /// Opens a text in the editor; returns the saved text.
    /// - Throws: `CommandError` (74) if the editor cannot be started or fails.
    func edit(_ text: String) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/fleet-note-\(UUID().uuidString).txt"
        // The folder may be shared, so only the user may read the file.
        guard
            let file = try? OpenFile(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate],
                permissions: .ownerReadWrite),
            (try? file.write(Array(text.utf8))) != nil
        else { throw failure("cannot write its file \(path)") }
        let cleanup = ExitCleanup { FileSystem.removeFile(FilePath(path)) }
        defer {
            FileSystem.removeFile(FilePath(path))
            cleanup.cancel()
        }
        // The variable may contain options, so the shell parses it.
        let program = Program(
            name: "/bin/sh", arguments: ["-c", command + " \"$1\"", "sh", path],
            environment: environment)
        switch try? await program.runInForeground() {
        case .exited(0): break
        case .exited(let status): throw failure("exit status \(status)")
        case .signaled(let number): throw failure("killed by signal \(number)")
        case nil: throw failure("cannot start /bin/sh")
        }
        guard let file = try? OpenFile(reading: FilePath(path)),
            (try? file.status().type) == .regular, let bytes = try? file.bytes(limit: 1_048_576)
        else { throw failure("cannot read its file, or the file is larger than a note can be") }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func failure(_ reason: String) -> CommandError {
        CommandError(
            .ioError, "the editor `\(command)` failed: \(reason)",
            hint: "set EDITOR, or give the text as an argument; nothing was changed")
    }
}
