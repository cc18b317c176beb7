#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Buffered reader of lines from a descriptor, so that large output needs little memory.
struct LineReader {
    private static let chunkSize = 65_536
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Passes every line, without its newline, to `body` as soon as it is complete, and the rest at
    /// the end.
    func forEachLine(_ body: (String) -> Void) throws {
        var line: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == -1, errno == EINTR { continue }
            guard count >= 0 else { throw BenchmarkError.system(call: "read") }
            if count == 0 { break }
            for part in chunk[..<count].split(
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
