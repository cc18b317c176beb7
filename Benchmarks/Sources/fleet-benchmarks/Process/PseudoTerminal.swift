#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A terminal that is no window: this process sees what a program shows on it, and types.
final class PseudoTerminal {
    /// How large it is, in characters.
    static let size = (columns: 120, rows: 40)
    private static let pieceSize = 65_536

    /// The end that the program is given.
    let program: Int32
    /// The end that a person would sit at.
    private let person: Int32
    private var isProgramEndOpen = true
    private var buffer = [UInt8](repeating: 0, count: pieceSize)

    init() throws {
        var ends: (person: Int32, program: Int32) = (-1, -1)
        var size = winsize(
            ws_row: UInt16(Self.size.rows), ws_col: UInt16(Self.size.columns), ws_xpixel: 0,
            ws_ypixel: 0)
        guard openpty(&ends.person, &ends.program, nil, nil, &size) == 0 else {
            throw BenchmarkFailure.system(call: "openpty")
        }
        (person, program) = (ends.person, ends.program)
        for end in [person, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(person)
        closeProgramEnd()
    }

    /// Leaves the program as the only one that shows something, so that its end is seen.
    func closeProgramEnd() {
        if isProgramEndOpen { close(program) }
        isProgramEndOpen = false
    }

    /// Types something.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(person, bytes, bytes.count) == bytes.count else {
            throw BenchmarkFailure.system(call: "typing")
        }
    }

    /// Waits for something to be shown, and returns it; `nil` if nothing comes in time.
    ///
    /// Empty is the end: no program has the terminal open any more.
    func read(within time: Duration) throws -> ArraySlice<UInt8>? {
        var request = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32((time / .milliseconds(1)).rounded(.up))
        let ready = poll(&request, 1, max(0, milliseconds))
        try Interrupts.check()
        guard ready > 0 else { return nil }
        let count = readBytes(person, &buffer, buffer.count)
        // Linux tells the end of the last program as an error of the device.
        guard count >= 0 || errno == EIO else { throw BenchmarkFailure.system(call: "terminal") }
        return buffer[..<max(0, count)]
    }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int
{
    read(descriptor, buffer, count)
}
