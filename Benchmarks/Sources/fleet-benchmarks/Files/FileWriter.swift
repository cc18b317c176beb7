#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Buffered file writer, so that a large feed needs little memory.
final class FileWriter {
    private static let chunkSize = 1 << 18
    private let descriptor: Int32
    private let path: String
    private var buffer: [UInt8] = []

    /// Creates a file, or truncates an existing one.
    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchmarkError.system(call: path) }
        buffer.reserveCapacity(Self.chunkSize + 4_096)
    }

    deinit { close(descriptor) }

    /// Appends text.
    func append(_ text: String) throws {
        buffer += text.utf8
        if buffer.count >= Self.chunkSize { try flush() }
    }

    /// Writes the rest of the buffer; must be the last call.
    func finish() throws { try flush() }

    private func flush() throws {
        var rest = buffer[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count == -1, errno == EINTR { continue }
            guard count > 0 else { throw BenchmarkError.system(call: path) }
            rest = rest.dropFirst(count)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
