import FleetCore
import Synchronization

/// Output of a command: data on buffered standard output, messages on standard error.
///
/// If the reader of standard output closes its pipe, the program exits quietly.
final class Output: Sendable {
    /// Failure to write to standard output.
    enum WriteError: Error, Equatable {
        /// The reader has closed the pipe.
        case closedPipe
        /// Any other error, with the system's message.
        case unwritable(String)
    }

    /// Whether standard output is a terminal.
    let isTerminal: Bool
    /// Whether messages go to a terminal, rather than to a file, a pipe or a handler.
    var showsMessagesOnTerminal: Bool { errorIsTerminal && messageHandler.withLock { $0 == nil } }

    private let errorIsTerminal: Bool
    private let buffer = Mutex<[UInt8]>([])
    private let messageHandler = Mutex<(@Sendable (String) -> Void)?>(nil)
    private static let bufferLimit = 65_536

    init() {
        isTerminal = fleet.isTerminal(1)
        errorIsTerminal = fleet.isTerminal(2)
    }

    /// Columns of the terminal on standard output; nil if it is not a terminal.
    var columns: Int? { isTerminal ? terminalSize(1)?.columns : nil }

    /// Size in characters of the terminal on standard output; nil if it is not a terminal.
    var size: (columns: Int, rows: Int)? { isTerminal ? terminalSize(1) : nil }

    /// Writes text to standard output.
    func write(_ text: String) throws(WriteError) {
        try write(Array(text.utf8))
    }

    /// Writes bytes to standard output.
    func write(_ bytes: some Collection<UInt8>) throws(WriteError) {
        let isFull = buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            return buffer.count >= Self.bufferLimit
        }
        if isFull { try finish() }
    }

    /// Flushes the buffer.
    func finish() throws(WriteError) {
        let error = buffer.withLock { buffer in
            defer { buffer.removeAll(keepingCapacity: true) }
            return buffer.withUnsafeBytes { writeAll($0, to: 1) }
        }
        guard error == 0 else {
            throw isBrokenPipe(error) ? .closedPipe : .unwritable(systemErrorMessage(error))
        }
    }

    /// Writes a line to standard error; escapes characters that are unsafe on a terminal.
    func log(_ line: String) {
        writeMessage(TerminalText.escaped(line) + "\n")
    }

    /// Writes a warning to standard error.
    func warn(_ warning: String) {
        log("warning: " + warning)
    }

    /// Warns of rows that were skipped or repaired while a feed was parsed.
    func warn(of report: ParseReport) {
        for notice in report.notices { warn(notice) }
    }

    /// Redirects messages from standard error to a handler while a screen is shown; nil ends that.
    func redirectMessages(to handler: (@Sendable (String) -> Void)?) {
        messageHandler.withLock { $0 = handler }
    }

    /// Writes unescaped text to standard error; ignores write errors.
    func writeMessage(_ text: String) {
        if let handler = messageHandler.withLock(\.self) { return handler(text) }
        var text = text
        _ = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: 2) }
    }
}
