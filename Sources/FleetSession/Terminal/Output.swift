package import FleetCore
import POSIX
import Synchronization
package import SystemPackage

/// Output of a command: data on buffered standard output, messages on standard error.
///
/// If the reader of standard output closes its pipe, the program exits quietly.
package final class Output: Sendable {
    /// Failure to write to standard output.
    package enum WriteError: Error, Equatable {
        /// The reader has closed the pipe.
        case closedPipe
        /// Any other error, with the system's message.
        case unwritable(String)
    }

    /// Whether standard output is a terminal.
    package let isTerminal: Bool
    /// Whether messages go to a terminal, rather than to a file, a pipe or a handler.
    var showsMessagesOnTerminal: Bool { errorIsTerminal && messageHandler.withLock { $0 == nil } }

    private let data: FileDescriptor
    private let messages: FileDescriptor
    private let errorIsTerminal: Bool
    private let buffer = Mutex<[UInt8]>([])
    private let messageHandler = Mutex<(@Sendable (String) -> Void)?>(nil)
    private static let bufferLimit = 65_536

    /// Creates the output of a process, or of a command that writes to other descriptors.
    package init(data: FileDescriptor = .standardOutput, messages: FileDescriptor = .standardError)
    {
        self.data = data
        self.messages = messages
        isTerminal = data.isTerminal
        errorIsTerminal = messages.isTerminal
    }

    /// Columns of the terminal on standard output; nil if it is not a terminal.
    var columns: Int? { size?.columns }

    /// Size in characters of the terminal on standard output; nil if it is not a terminal.
    package var size: (columns: Int, rows: Int)? {
        isTerminal ? data.terminalSize : nil
    }

    /// Writes text to standard output.
    package func write(_ text: String) throws(WriteError) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output.
    package func write(_ bytes: some Collection<UInt8>) throws(WriteError) {
        let isFull = buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            return buffer.count >= Self.bufferLimit
        }
        if isFull { try finish() }
    }

    /// Flushes the buffer.
    package func finish() throws(WriteError) {
        do throws(Errno) {
            try buffer.withLock { (buffer) throws(Errno) in
                defer { buffer.removeAll(keepingCapacity: true) }
                try data.write(all: buffer)
            }
        } catch {
            throw error == .brokenPipe ? .closedPipe : .unwritable(error.description)
        }
    }

    /// Writes a line to standard error; escapes characters that are unsafe on a terminal.
    package func log(_ line: String) {
        writeMessage(TerminalText.escaped(line) + "\n")
    }

    /// Writes a line of the diagnostic log to standard error, but not onto a screen.
    func debug(_ line: String) {
        let showsScreen = messageHandler.withLock { $0 != nil }
        guard !(showsScreen && errorIsTerminal) else { return }
        try? messages.write(all: Array(("debug: " + TerminalText.escaped(line) + "\n").utf8))
    }

    /// Writes a warning to standard error.
    package func warn(_ warning: String) {
        log("warning: " + warning)
    }

    /// Warns of rows that were skipped or repaired while a feed was parsed.
    package func warn(of report: ParseReport) {
        for notice in report.notices { warn(notice) }
    }

    /// Redirects messages from standard error to a handler while a screen is shown; nil ends that.
    func redirectMessages(to handler: (@Sendable (String) -> Void)?) {
        messageHandler.withLock { $0 = handler }
    }

    /// Writes unescaped text to standard error; ignores write errors.
    package func writeMessage(_ text: String) {
        if let handler = messageHandler.withLock(\.self) { return handler(text) }
        try? messages.write(all: Array(text.utf8))
    }
}

/// Condition under which output is colored with ANSI escape sequences.
package enum AnsiChoice: String, CaseIterable, Sendable {
    case auto
    case always
    case never

    /// Returns whether text is colored.
    package func colorsText(on output: Output, noColor: Bool) -> Bool {
        switch self {
        case .auto: output.isTerminal && !noColor
        case .always: true
        case .never: false
        }
    }

    /// Returns whether QR codes are colored; they ignore NO_COLOR, since they do not scan without
    /// colors.
    package func colorsSymbols(on output: Output) -> Bool {
        switch self {
        case .auto: output.isTerminal
        case .always: true
        case .never: false
        }
    }
}
