import FleetCore
import POSIX
import SystemPackage

extension Output {
    /// Asks a question on the terminal.
    /// - Throws: `CommandError` (64) with the refusal, without a terminal or if the answer is not
    ///   yes.
    package func confirm(_ question: String, refusal: String, hint: String) throws {
        guard answer(to: question) == true else {
            throw CommandError.usage(refusal, hint: hint)
        }
    }

    /// Asks a question on the terminal, and returns the line that is typed; `nil` without a terminal
    /// and at its end.
    package func line(for question: String) -> String? {
        guard FileDescriptor.standardInput.isTerminal, showsMessagesOnTerminal else {
            return nil
        }
        writeMessage(question + " ")
        return readLine()
    }

    /// Asks a question on the terminal, and returns whether the answer is yes; `nil` without a
    /// terminal.
    package func answer(to question: String) -> Bool? {
        guard FileDescriptor.standardInput.isTerminal, showsMessagesOnTerminal else {
            return nil
        }
        writeMessage("\(question) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
