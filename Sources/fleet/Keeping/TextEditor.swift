import FleetStore
import Foundation

/// The editor that a person writes texts in (`VISUAL`, else `EDITOR`, else `vi`).
struct TextEditor {
    private let command: String

    /// - Throws: `Problem` (64) if there is no terminal to edit on.
    init(_ output: Output) throws {
        guard isTerminal(0), output.isTerminal else {
            throw Problem.usage(
                "there is no text, and no terminal to write one on",
                hint: "give the text as an argument")
        }
        command = Self.named("VISUAL") ?? Self.named("EDITOR") ?? "vi"
    }

    /// What a variable says; `nil` also if that is nothing but spaces.
    private static func named(_ variable: String) -> String? {
        environmentVariable(variable).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Has the person edit a text; returns it as it was saved.
    /// - Throws: `Problem` (74) if the editor cannot be run or says that it failed.
    func edited(_ text: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.path
        let path = "\(folder)/fleet-note-\(UUID().uuidString).txt"
        // Only the person may read it, whoever else uses the folder.
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw failure("its file \(path) cannot be written") }
        defer { removeFile(path) }
        // The variable may hold options, which the shell takes apart.
        let end = ForegroundProgram.run("/bin/sh", ["-c", command + " \"$1\"", "sh", path])
        switch end {
        case .exit(0): break
        case .exit(let status): throw failure("it ended with status \(status)")
        case .signal(let number): throw failure("it was ended by signal \(number)")
        case nil: throw failure("/bin/sh cannot be started")
        }
        guard let text = readFile(path, limit: 1_048_576) else {
            throw failure("its file cannot be read, or is larger than a note can be")
        }
        return text
    }

    private func failure(_ why: String) -> Problem {
        Problem(
            .ioError, "the editor `\(command)` brought no text: \(why)",
            hint: "set EDITOR, or give the text as an argument; nothing was changed")
    }
}
