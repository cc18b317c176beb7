import POSIX

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Standard input of a program: a pipe that also tells how much of it the program has read.
///
/// This process holds both ends, so a program that ends early never breaks the pipe; what it has
/// left is read here.
struct ProgramInput: Sendable {
    /// Threads for the ends of the pipes of all running programs.
    private static let threads = BlockingThreads(count: 128)

    let readEnd: FileDescriptor
    private let writeEnd: FileDescriptor

    /// - Throws: `Errno`.
    init() throws(Errno) {
        (readEnd, writeEnd) = try FileDescriptor.uninheritedPipe()
    }

    /// Writes the input and closes its end.
    func write(_ bytes: [UInt8]) async {
        try? await Self.threads.run {
            try writeEnd.closeAfter { _ = try writeEnd.writeAll(bytes) }
        }
    }

    /// Reads what the program has left, until all is written; closes the other end.
    /// - Returns: The number of bytes.
    func drain() async -> Int {
        let count = try? await Self.threads.run {
            try readEnd.closeAfter {
                var (total, buffer) = (0, [UInt8](repeating: 0, count: 4096))
                while case let count = try buffer.withUnsafeMutableBytes({
                    try readEnd.read(into: $0)
                }),
                    count > 0
                { total += count }
                return total
            }
        }
        return count ?? 0
    }

    /// Closes both ends, if the program was not started.
    func close() {
        try? readEnd.close()
        try? writeEnd.close()
    }
}
