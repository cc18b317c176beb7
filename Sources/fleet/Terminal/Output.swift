import FleetCore
import Synchronization

/// Where a command's data goes: the standard output, buffered, and its talk: the standard error.
///
/// stdout is data, stderr is talk. A reader that has gone ends the program quietly.
final class Output: Sendable {
    /// The standard output cannot be written.
    enum Failure: Error, Equatable {
        /// The reader of the pipe has gone.
        case closedPipe
        /// Anything else, with the system's words.
        case unwritable(String)
    }

    /// Whether the standard output is a terminal.
    let isTerminal: Bool
    /// Whether what is said is read on a terminal, line by line.
    var talksToTerminal: Bool { errorIsTerminal && listener.withLock { $0 == nil } }

    private let errorIsTerminal: Bool
    private let buffer = Mutex<[UInt8]>([])
    private let listener = Mutex<(@Sendable (String) -> Void)?>(nil)
    private static let chunk = 65_536

    init() {
        isTerminal = fleet.isTerminal(1)
        errorIsTerminal = fleet.isTerminal(2)
    }

    /// The width of the terminal that the data goes to, in columns.
    var columns: Int? { isTerminal ? terminalSize(1)?.columns : nil }

    /// The size of the terminal that the data goes to, in characters.
    var size: (columns: Int, rows: Int)? { isTerminal ? terminalSize(1) : nil }

    /// Writes data.
    func write(_ text: String) throws(Failure) {
        try write(Array(text.utf8))
    }

    /// Writes data.
    func write(_ bytes: some Collection<UInt8>) throws(Failure) {
        let isFull = buffer.withLock { buffer in
            buffer.append(contentsOf: bytes)
            return buffer.count >= Self.chunk
        }
        if isFull { try finish() }
    }

    /// Hands all data on to the system.
    func finish() throws(Failure) {
        let error = buffer.withLock { buffer in
            defer { buffer.removeAll(keepingCapacity: true) }
            return buffer.withUnsafeBytes { writeAll($0, to: 1) }
        }
        guard error == 0 else {
            throw isBrokenPipe(error) ? .closedPipe : .unwritable(systemWords(error))
        }
    }

    /// Says something to the person, as one line; what is not safe on a terminal is escaped.
    func say(_ line: String) {
        talk(TerminalText.escaped(line) + "\n")
    }

    /// Warns the person, on one line.
    func warn(_ warning: String) {
        say("warning: " + warning)
    }

    /// Warns of what was left out or mended while a feed was read.
    func warn(of reading: ReadingReport) {
        for note in reading.notes { warn(note) }
    }

    /// Has all talk go to `listener` instead of the standard error, while a screen is up; `nil` ends
    /// that.
    func talk(to listener: (@Sendable (String) -> Void)?) {
        self.listener.withLock { $0 = listener }
    }

    /// Writes to the standard error as it is; a talk that nobody can hear is no failure.
    func talk(_ text: String) {
        if let listener = listener.withLock(\.self) { return listener(text) }
        var text = text
        _ = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: 2) }
    }
}
