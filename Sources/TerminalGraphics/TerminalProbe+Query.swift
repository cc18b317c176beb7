#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension TerminalProbe {
    /// Queries the terminal at a file descriptor that is open for reading and writing.
    ///
    /// The terminal is in raw mode during the query. One that does not reply in time is treated as
    /// a terminal without images.
    /// - Parameter timeoutMilliseconds: Timeout of each read.
    public mutating func query(_ descriptor: Int32, timeoutMilliseconds: Int32) {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return }
        var raw = before
        cfmakeraw(&raw)
        // Ctrl-C still sends a signal.
        raw.c_lflag |= tcflag_t(ISIG)
        guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else { return }
        defer { tcsetattr(descriptor, TCSANOW, &before) }
        let queries = queries
        guard write(descriptor, queries, queries.count) == queries.count else { return }
        var buffer = [UInt8](repeating: 0, count: 1024)
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        for _ in 0..<64 where !isDone {
            guard poll(&request, 1, timeoutMilliseconds) > 0 else { return }
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            take(buffer[..<count])
        }
    }
}
