import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A pseudo terminal of some size, which leaves line ends as they are.
///
/// It is for one program, which closes it.
struct Terminal {
    /// The last that a program asks of a terminal: what it is (primary device attributes).
    static let question = "\u{1B}[c"

    /// The end that a person sees.
    let person: Int32
    /// The end that a program writes to.
    let program: Int32
    /// What it answers, once, when it is asked what it is.
    var answers: String?

    init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
        var (person, program): (Int32, Int32) = (0, 0)
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&person, &program, nil, nil, &size) == 0 else { throw POSIXError(.EMFILE) }
        var modes = termios()
        tcgetattr(program, &modes)
        modes.c_oflag &= ~tcflag_t(OPOST)
        tcsetattr(program, TCSANOW, &modes)
        (self.person, self.program) = (person, program)
    }
}
