#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Connection of a client that requests one document.
final class Connection {
    /// Maximum size of a request in bytes; the program's are smaller.
    private static let limit = 65_536
    let descriptor: Int32

    /// Takes ownership of a descriptor.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var isEnabled: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isEnabled, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    /// Reads the request; returns `nil` if it is incomplete.
    func request() -> WebRequest? {
        var head: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while head.count < Self.limit {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            head += chunk[..<count]
            if let request = WebRequest(head) { return request }
        }
        return nil
    }

    /// Sends the response; must be the last call.
    func send(_ status: String, tag: String? = nil, body: String = "") {
        let head =
            ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"]
            + (tag.map { ["ETag: \($0)"] } ?? []) + ["", ""]
        var rest = Array((head.joined(separator: "\r\n") + body).utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
