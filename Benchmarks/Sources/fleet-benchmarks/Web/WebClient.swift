#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Connection to a server on the loopback.
final class WebClient {
    let descriptor: Int32

    /// Connects to a port.
    /// - Parameter number: Number of the own address, `127.0.0.1` and following, because a server
    ///   limits the connections of one; on other systems than Linux there is only the first.
    init(port: UInt16, from number: UInt8 = 1) throws {
        descriptor = socket(AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw BenchmarkError.system(call: "socket") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if os(Linux)
        guard Self.call(bind, descriptor, number, 0) else {
            throw BenchmarkError.system(call: "bind")
        }
        #endif
        guard Self.call(connect, descriptor, 1, port) else {
            throw BenchmarkError.system(call: "connect")
        }
    }

    /// Calls a function of the C library with an address of the loopback; returns whether it succeeded.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ descriptor: Int32,
        _ number: UInt8, _ port: UInt16
    ) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (UInt32(0x7F00_0000) + UInt32(number)).bigEndian
        address.sin_port = port.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    deinit { close(descriptor) }

    /// Sends text.
    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchmarkError.system(call: "write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns everything until the server closes the connection.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw BenchmarkError.system(call: "read") }
            if count == 0 { return all }
            all += chunk[..<count]
        }
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

/// Response to a request, with its whole body.
struct WebResponse {
    let status: Int
    let head: String
    let body: [UInt8]

    /// Makes a request over a connection of its own.
    init(
        to target: String, by method: String = "GET", at port: UInt16, fields: [String] = [],
        body: String = ""
    ) throws {
        let client = try WebClient(port: port)
        let lines =
            [
                "\(method) \(target) HTTP/1.0", "Host: 127.0.0.1:\(port)", "Connection: close",
                "Content-Length: \(body.utf8.count)",
            ] + fields + ["", ""]
        try client.send(lines.joined(separator: "\r\n") + body)
        let bytes = try client.receiveAll()
        let end = Array("\r\n\r\n".utf8)
        let start = bytes.indices.first { bytes[$0...].starts(with: end) } ?? bytes.endIndex
        head = String(decoding: bytes[..<start], as: UTF8.self)
        self.body = Array(bytes[start...].dropFirst(end.count))
        status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        guard field("Transfer-Encoding") == nil, (200...399).contains(status) else {
            throw BenchmarkError.unexpectedResult("\(method) \(target) answered \(head)")
        }
    }

    /// Returns the value of a header field.
    func field(_ name: String) -> String? {
        let start = name.lowercased() + ":"
        return head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(start) }
            .map { String($0.dropFirst(start.count).drop { $0 == " " }) }
    }

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
}
