package import FleetCore
import POSIX
import Synchronization
package import SystemPackage
package import TerminalGraphics

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

    /// Importance of a message.
    package enum MessageLevel: Sendable { case debug, info, warning }

    /// Whether standard output is a terminal.
    package let isTerminal: Bool
    /// Whether messages go to a terminal, rather than to a file, a pipe or a handler.
    package var showsMessagesOnTerminal: Bool {
        errorIsTerminal && messageHandler.withLock { $0 == nil }
    }
    /// Whether messages go to a terminal that can erase them.
    var showsProgress: Bool { showsMessagesOnTerminal && capabilities.isANSI }
    /// Whether standard output is a terminal on which text can be redrawn in place.
    package var redraws: Bool { isTerminal && capabilities.isANSI }
    /// Whether the terminal shows only ASCII, by the locale; files and pipes have UTF-8.
    package let showsASCII: Bool
    /// Capabilities of the terminal; none without a terminal.
    package let capabilities: TerminalCapabilities

    private let data: FileDescriptor
    private let messages: FileDescriptor
    package let errorIsTerminal: Bool
    private let buffer = Mutex<[UInt8]>([])
    private let held = Mutex<HeldOutput?>(nil)
    private let messageHandler = Mutex<(@Sendable (String) -> Void)?>(nil)
    private let messageLog = Mutex<(@Sendable (MessageLevel, String) -> Void)?>(nil)
    private static let bufferLimit = 65_536

    /// Creates the output of a process, or of a command that writes to other descriptors.
    /// - Parameters:
    ///   - terminalType: Type of the terminal, the value of TERM.
    ///   - showsASCII: Whether a terminal shows only ASCII.
    package init(
        data: FileDescriptor = .standardOutput, messages: FileDescriptor = .standardError,
        terminalType: String?, showsASCII: Bool = false
    ) {
        self.data = data
        self.messages = messages
        self.showsASCII = showsASCII
        isTerminal = data.isTerminal
        errorIsTerminal = messages.isTerminal
        capabilities = TerminalCapabilities(
            type: isTerminal || errorIsTerminal ? terminalType : nil)
    }

    /// Columns of the terminal on standard output; `nil` if it is not a terminal.
    package var columns: Int? { size?.columns }

    /// Size in characters of the terminal on standard output; `nil` if it is not a terminal.
    package var size: (columns: Int, rows: Int)? {
        isTerminal ? data.terminalSize : nil
    }

    /// Columns of the terminal on standard error; `nil` if it is not a terminal.
    var messageColumns: Int? { errorIsTerminal ? messages.terminalSize?.columns : nil }

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
                let bytes = showsASCII && isTerminal ? ASCIIText.bytes(buffer) : buffer
                let isHeld = held.withLock { $0 != nil }
                if isHeld { try hold(bytes) } else { try data.write(all: bytes) }
            }
        } catch {
            throw WriteError(error)
        }
    }

    private func hold(_ bytes: [UInt8]) throws(Errno) {
        do throws(Errno) {
            try held.withLock { (held) throws(Errno) in try held?.append(bytes) }
        } catch {
            // The text cannot be held back for a pager: no room for a temporary file.
            try held.withLock({ $0.take() })?.write(to: data)
            try data.write(all: bytes)
        }
    }

    /// Holds standard output back until ``showHeld(with:)``, if it is a terminal.
    package func hold() {
        guard let size, size.rows > 0 else { return }
        held.withLock { held in
            if held == nil { held = HeldOutput(columns: size.columns) }
        }
    }

    /// Shows the output that is held back: in a pager if it does not fit on the screen.
    ///
    /// - Parameter page: Shows the file on the terminal; returns false if it cannot.
    package func showHeld(
        with page: (_ file: FileDescriptor, _ terminal: FileDescriptor) async -> Bool
    ) async throws(WriteError) {
        try finish()
        guard var held = held.withLock({ $0.take() }) else { return }
        let fits = held.fits(rows: size?.rows ?? .max)
        if !fits, await held.withFile({ await page($0, data) }) == true { return }
        do throws(Errno) {
            try held.write(to: data)
        } catch {
            throw WriteError(error)
        }
    }

    /// Writes a line to standard error; escapes characters that are unsafe on a terminal.
    package func log(_ line: String) {
        if let log = messageLog.withLock(\.self) { return log(.info, line) }
        writeMessage(TerminalText.escaped(line) + "\n")
    }

    /// Writes a line of the diagnostic log to standard error, but not onto a screen.
    func debug(_ line: String) {
        if let log = messageLog.withLock(\.self) { return log(.debug, line) }
        let showsScreen = messageHandler.withLock { $0 != nil }
        guard !(showsScreen && errorIsTerminal) else { return }
        try? messages.write(all: Array(("debug: " + TerminalText.escaped(line) + "\n").utf8))
    }

    /// Writes a warning to standard error.
    package func warn(_ warning: String) {
        if let log = messageLog.withLock(\.self) { return log(.warning, warning) }
        log("warning: " + warning)
    }

    /// Warns of rows that were skipped or repaired while a feed was parsed.
    package func warn(of report: ParseReport) {
        for notice in report.notices { warn(notice) }
    }

    /// Redirects messages from standard error to a handler while a screen is shown; `nil` ends
    /// that.
    package func redirectMessages(to handler: (@Sendable (String) -> Void)?) {
        messageHandler.withLock { $0 = handler }
    }

    /// Sends all messages to a log, whose lines are then the only ones on standard error; `nil` ends
    /// that.
    package func sendMessages(
        to log: (@Sendable (MessageLevel, _ line: String) -> Void)?
    ) {
        messageLog.withLock { $0 = log }
    }

    /// Writes an unescaped line of a log to standard error; ignores write errors.
    package func writeLine(_ line: String) {
        try? messages.write(all: Array((line + "\n").utf8))
    }

    /// Writes unescaped text to standard error; ignores write errors.
    package func writeMessage(_ text: String) {
        if let handler = messageHandler.withLock(\.self) { return handler(text) }
        let text = showsASCII && errorIsTerminal ? ASCIIText.text(text) : text
        try? messages.write(all: Array(text.utf8))
    }
}

extension Output.WriteError {
    fileprivate init(_ error: Errno) {
        self = error == .brokenPipe ? .closedPipe : .unwritable(error.description)
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
        case .auto: output.isTerminal && output.capabilities.hasANSIColors && !noColor
        case .always: true
        case .never: false
        }
    }

    /// Returns whether QR codes are colored; they ignore NO_COLOR, since they do not scan without
    /// colors.
    package func colorsSymbols(on output: Output) -> Bool {
        switch self {
        case .auto: output.isTerminal && output.capabilities.hasANSIColors
        case .always: true
        case .never: false
        }
    }
}
