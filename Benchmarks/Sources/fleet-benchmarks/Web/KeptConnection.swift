#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Connection that makes one request after the other.
final class KeptConnection {
    private static let end = Array("\r\n\r\n".utf8)
    private let client: WebClient
    private let port: UInt16
    private let fields: [String]
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    /// Connects to a port.
    /// - Parameter fields: Header fields of each request.
    init(port: UInt16, fields: [String]) throws {
        (self.port, self.fields) = (port, fields)
        client = try WebClient(port: port)
    }

    /// Returns the content of a successful response, which must have a `Content-Length`.
    @discardableResult
    func get(_ target: String) throws -> String {
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + ["", ""]
        try client.send(lines.joined(separator: "\r\n"))
        var bytes: [UInt8] = []
        var head: (length: Int, content: Int)?
        while true {
            let count = read(client.descriptor, &chunk, chunk.count)
            guard count > 0 else { throw BenchmarkError.system(call: "read") }
            bytes += chunk[..<count]
            if head == nil { head = try Self.head(of: bytes, target) }
            if let head, bytes.count >= head.length + head.content {
                return String(decoding: bytes[head.length...], as: UTF8.self)
            }
        }
    }

    /// Returns the length of the head and that of the content; `nil` if the head is incomplete.
    private static func head(
        of bytes: [UInt8], _ target: String
    ) throws -> (length: Int, content: Int)? {
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
            return nil
        }
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length: ") }
            .flatMap { Int($0.drop { $0 != " " }.dropFirst()) }
        guard head.hasPrefix("http/1.1 200 "), let length else {
            throw BenchmarkError.unexpectedResult("GET \(target) answered \(head)")
        }
        return (end + Self.end.count, length)
    }
}
