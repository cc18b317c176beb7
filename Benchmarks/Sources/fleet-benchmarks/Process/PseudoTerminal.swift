#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Pseudoterminal; this process reads a program's output and types.
final class PseudoTerminal {
    /// Size in characters.
    static let size = (columns: 120, rows: 40)
    private static let chunkSize = 65_536

    /// Descriptor for the program.
    let program: Int32
    /// Descriptor for this process.
    private let controller: Int32
    private var isProgramEndOpen = true
    private var buffer = [UInt8](repeating: 0, count: chunkSize)

    init() throws {
        var ends: (controller: Int32, program: Int32) = (-1, -1)
        var size = winsize(
            ws_row: UInt16(Self.size.rows), ws_col: UInt16(Self.size.columns), ws_xpixel: 0,
            ws_ypixel: 0)
        guard openpty(&ends.controller, &ends.program, nil, nil, &size) == 0 else {
            throw BenchmarkError.system(call: "openpty")
        }
        (controller, program) = (ends.controller, ends.program)
        for end in [controller, program] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(controller)
        closeProgramEnd()
    }

    /// Closes this process's copy of the program's end, so that the program's exit can be detected.
    func closeProgramEnd() {
        if isProgramEndOpen { close(program) }
        isProgramEndOpen = false
    }

    /// Types text.
    func type(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(controller, bytes, bytes.count) == bytes.count else {
            throw BenchmarkError.system(call: "write to terminal")
        }
    }

    /// Waits for output and returns it; returns `nil` if there is none in time.
    ///
    /// An empty result is the end: no program has the terminal open.
    func read(within time: Duration) throws -> ArraySlice<UInt8>? {
        var request = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32((time / .milliseconds(1)).rounded(.up))
        let ready = poll(&request, 1, max(0, milliseconds))
        try Interrupts.check()
        guard ready > 0 else { return nil }
        let count = readBytes(controller, &buffer, buffer.count)
        // On Linux, read fails with EIO after the last program has closed the terminal.
        guard count >= 0 || errno == EIO else {
            throw BenchmarkError.system(call: "read from terminal")
        }
        return buffer[..<max(0, count)]
    }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int
{
    read(descriptor, buffer, count)
}
