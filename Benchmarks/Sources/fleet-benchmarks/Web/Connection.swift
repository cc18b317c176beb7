#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Somebody who asks for one document.
final class Connection {
    /// No request of the program is longer.
    private static let limit = 65_536
    private let descriptor: Int32

    /// Takes a descriptor over.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var isQuiet: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    /// Reads what is asked; `nil` if it is not whole.
    func request() -> WebRequest? {
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while head.count < Self.limit {
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            head += piece[..<count]
            if let request = WebRequest(head) { return request }
        }
        return nil
    }

    /// Answers; nothing is asked on this connection afterwards.
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
