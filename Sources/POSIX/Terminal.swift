package import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension FileDescriptor {
    /// Whether the descriptor is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Size of a terminal in characters; `nil` if it is not a terminal or reports no size.
    ///
    /// A pseudoterminal may claim any size; larger ones than any screen's are limited.
    package var terminalSize: (columns: Int, rows: Int)? {
        // `struct winsize` (TIOCGWINSZ(2const)), which with glibc 2.41 belongs to a module that
        // cannot be imported.
        typealias Size = (rows: UInt16, columns: UInt16, width: UInt16, height: UInt16)
        var size: Size = (0, 0, 0, 0)
        guard ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0, size.columns > 0, size.rows > 0
        else { return nil }
        return (min(Int(size.columns), 1000), min(Int(size.rows), 500))
    }

    /// Runs `body` with the terminal in raw mode, in which Ctrl-C still sends a signal; does
    /// nothing if it is not a terminal.
    package func withRawMode(_ body: () -> Void) {
        var before = termios()
        guard tcgetattr(rawValue, &before) == 0 else { return }
        var raw = before
        cfmakeraw(&raw)
        raw.c_lflag |= tcflag_t(ISIG)
        guard tcsetattr(rawValue, TCSANOW, &raw) == 0 else { return }
        defer { tcsetattr(rawValue, TCSANOW, &before) }
        body()
    }

    /// Makes a terminal pass on each key at once, without showing it; Ctrl-C still sends a signal.
    /// - Returns: The mode before; `nil` if it is not a terminal, or another job has it.
    package func beginReadingKeys() -> TerminalMode? {
        var before = termios()
        guard tcgetattr(rawValue, &before) == 0, tcgetpgrp(rawValue) == getpgrp() else {
            return nil
        }
        var mode = before
        mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
        return tcsetattr(rawValue, TCSANOW, &mode) == 0 ? TerminalMode(modes: before) : nil
    }

    /// Makes a terminal not show what is typed, such as a password.
    /// - Returns: The mode before; `nil` if it is not a terminal.
    package func beginHidingInput() -> TerminalMode? {
        var before = termios()
        guard tcgetattr(rawValue, &before) == 0 else { return nil }
        var mode = before
        mode.c_lflag &= ~tcflag_t(ECHO)
        return tcsetattr(rawValue, TCSAFLUSH, &mode) == 0 ? TerminalMode(modes: before) : nil
    }

    /// Restores the mode of a terminal.
    package func endReadingKeys(restoring mode: TerminalMode) {
        var modes = mode.modes
        tcsetattr(rawValue, TCSANOW, &modes)
    }

    /// Waits until one of the descriptors is readable, closed or invalid, or the timeout passes.
    /// - Returns: Whether reading one of them does not block, and whether all are still connected.
    @discardableResult
    package static func waitForInput(
        _ descriptors: FileDescriptor..., milliseconds: CInt
    ) -> (isReady: Bool, isConnected: Bool) {
        var requests = descriptors.map {
            pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&requests, nfds_t(requests.count), milliseconds)
        let isReady = count > 0 || (count < 0 && Errno.last != .interrupted)
        let isConnected = requests.allSatisfy {
            CInt($0.revents) & (POLLHUP | POLLERR | POLLNVAL) == 0
        }
        return (isReady, isConnected)
    }

    /// Reads the available bytes, at most 512; none at the end or on error.
    package func availableBytes() -> [UInt8] {
        withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
            let count = (try? read(into: buffer)) ?? 0
            return Array(buffer[..<count])
        }
    }

    /// Creates a pipe that is not inherited by child processes.
    package static func uninheritedPipe() throws(Errno) -> (
        reading: FileDescriptor, writing: FileDescriptor
    ) {
        // On macOS, pipes with options need a later version than this package.
        let ends = try rethrowingErrno { try FileDescriptor.pipe() }
        for end in [ends.readEnd.rawValue, ends.writeEnd.rawValue] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends.readEnd, ends.writeEnd)
    }

    /// Creates such a pipe that does not block.
    package static func nonBlockingPipe() throws(Errno) -> (
        reading: FileDescriptor, writing: FileDescriptor
    ) {
        let ends = try uninheritedPipe()
        for end in [ends.reading.rawValue, ends.writing.rawValue] {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return ends
    }
}

/// Mode of a terminal.
package struct TerminalMode: Sendable {
    fileprivate let modes: termios
}
