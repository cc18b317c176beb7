#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Reads lines from a descriptor, in pieces, so that large output needs little memory.
struct LineReader {
    private static let pieceSize = 65_536
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Hands over every line without its end, as soon as it is whole, and what is left at the end.
    func forEachLine(_ body: (String) -> Void) throws {
        var line: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == -1, errno == EINTR { continue }
            guard count >= 0 else { throw BenchmarkFailure.system(call: "read") }
            if count == 0 { break }
            for part in piece[..<count].split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
            ).enumerated() {
                if part.offset > 0 {
                    body(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                }
                line += part.element
            }
        }
        if !line.isEmpty { body(String(decoding: line, as: UTF8.self)) }
    }
}
