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
    /// Reply to the first query for device attributes.
    package var replies: String?

    package init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        var (manager, subsidiary): (Int32, Int32) = (0, 0)
        // `struct winsize`: see `terminalSize` in POSIX.
        var size = (rows, columns, UInt16(0), UInt16(0))
        guard openpty(&manager, &subsidiary, nil, nil, nil) == 0,
            ioctl(subsidiary, UInt(TIOCSWINSZ), &size) == 0
        else { throw POSIXError(.EMFILE) }
        var modes = termios()
        tcgetattr(subsidiary, &modes)
        modes.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(subsidiary, TCSANOW, &modes)
        (self.manager, self.subsidiary) = (manager, subsidiary)
    }
}
