import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Pseudoterminal that passes line endings through unchanged.
///
/// It is for one `Program`, which closes it.
package struct Terminal {
    /// Query for the primary device attributes, the last query of the program to a terminal.
    package static let deviceAttributesQuery = "\u{1B}[c"

    /// The side of the person at the terminal (POSIX.1-2024: manager).
    package let manager: Int32
    /// The side of the program (POSIX.1-2024: subsidiary).
    package let subsidiary: Int32

    /// Creates a terminal.
    /// - Parameter replies: What the program finds as input when it queries the terminal, however
    ///   briefly it waits.
    package init(columns: UInt16 = 80, rows: UInt16 = 24, replies: String? = nil) throws {
        var (manager, subsidiary): (Int32, Int32) = (0, 0)
        // `struct winsize`: see `terminalSize` in POSIX.
        var size = (rows, columns, UInt16(0), UInt16(0))
        guard openpty(&manager, &subsidiary, nil, nil, nil) == 0,
            ioctl(subsidiary, UInt(TIOCSWINSZ), &size) == 0
        else { throw POSIXError(.EMFILE) }
        var modes = termios()
        tcgetattr(subsidiary, &modes)
        modes.c_oflag &= ~tcflag_t(OPOST)
        // Otherwise they would be shown, and held back until the end of a line.
        if replies != nil { modes.c_lflag &= ~tcflag_t(ECHO | ICANON) }
        tcsetattr(subsidiary, TCSANOW, &modes)
        (self.manager, self.subsidiary) = (manager, subsidiary)
        let bytes = Array((replies ?? "").utf8)
        guard write(manager, bytes, bytes.count) == bytes.count else { throw POSIXError(.EIO) }
    }
}
