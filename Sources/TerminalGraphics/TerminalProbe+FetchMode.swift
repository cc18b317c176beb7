#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension TerminalProbe {
    /// Asks the terminal at a file descriptor that is open for reading and writing.
    ///
    /// The terminal is in raw mode meanwhile, and as before afterwards. What does not answer in time is
    /// taken for a terminal without images.
    /// - Parameter milliseconds: How long to wait for each answer.
    public mutating func ask(_ descriptor: Int32, milliseconds: Int32) {
        var before = termios()
        guard tcgetattr(descriptor, &before) == 0 else { return }
        var raw = before
        cfmakeraw(&raw)
        // Interrupts still interrupt.
        raw.c_lflag |= tcflag_t(ISIG)
        guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else { return }
        defer { tcsetattr(descriptor, TCSANOW, &before) }
        let questions = questions
        guard write(descriptor, questions, questions.count) == questions.count else { return }
        var buffer = [UInt8](repeating: 0, count: 1024)
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        for _ in 0..<64 where !isDone {
            guard poll(&request, 1, milliseconds) > 0 else { return }
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return }
            take(buffer[..<count])
        }
    }
}
