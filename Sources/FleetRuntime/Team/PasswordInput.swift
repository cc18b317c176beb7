import FleetCore
package import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// Input of a password, which no argument may have, because other users see those.
package struct PasswordInput {
    /// More bytes than a password may have, so that an endless line is not read.
    private static let limit = 4096

    private let input: FileDescriptor
    private let output: Output

    package init(_ context: CommandContext) {
        self.init(from: .standardInput, context.output)
    }

    init(from input: FileDescriptor, _ output: Output) {
        (self.input, self.output) = (input, output)
    }

    /// Returns the first line of standard input.
    /// - Throws: `CommandError` (65) without one.
    package func line() throws -> Password {
        guard let line = readLine() else { throw Self.noPassword }
        return Password(line)
    }

    /// Asks on the terminal, twice for a new password, without an echo.
    /// - Throws: `CommandError` (64) without a terminal, or if the two differ.
    package func ask(_ prompt: String, isNew: Bool) throws -> Password {
        guard input.isTerminal, output.showsMessagesOnTerminal else {
            throw CommandError.usage(
                "there is no terminal to ask for the password", hint: "add --password-stdin")
        }
        let first = try answer(prompt)
        if isNew, try answer("\(prompt), again") != first {
            throw CommandError.usage("the two passwords differ", hint: "run the command again")
        }
        return Password(first)
    }

    /// Asks on the terminal for a name.
    /// - Throws: `CommandError` (64) without a terminal, (65) without a name.
    package func askName(_ prompt: String) throws -> String {
        guard input.isTerminal, output.showsMessagesOnTerminal else {
            throw CommandError.usage(
                "there is no terminal to ask for the name and password", hint: "add --token-stdin")
        }
        output.writeMessage(prompt + ": ")
        let name = readLine()?.trimmingCharacters(in: .whitespaces) ?? ""
        guard !name.isEmpty else {
            throw CommandError(.data, "there is no name in the input", hint: "write your name")
        }
        return name
    }

    private func answer(_ prompt: String) throws -> String {
        // Before the prompt, to which a program may respond at once.
        let mode = input.beginHidingInput()
        let restore: @Sendable () -> Void = { [input, output] in
            if let mode { input.endReadingKeys(restoring: mode) }
            output.writeMessage("\n")
        }
        let cleanup = ExitCleanup(restore)
        defer {
            restore()
            cleanup.cancel()
        }
        output.writeMessage(prompt + ": ")
        guard let line = readLine() else { throw Self.noPassword }
        return line
    }

    /// Returns the bytes up to the first line feed as text; `nil` at the end of the input.
    private func readLine() -> String? {
        var line: [UInt8] = []
        while line.count < Self.limit {
            let bytes = input.availableBytes()
            if bytes.isEmpty { break }
            line += bytes
            guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { continue }
            return String(decoding: line[..<end], as: UTF8.self)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    private static let noPassword = CommandError(
        .data, "there is no password in the input", hint: "write it on the first line")
}
