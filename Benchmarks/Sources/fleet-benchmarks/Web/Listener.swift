#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Listening socket on the loopback.
final class Listener: Sendable {
    /// The address 127.0.0.1.
    static let loopback: UInt32 = 0x7F00_0001
    let host: UInt32
    let port: UInt16
    let descriptor: Int32

    /// Listens on a free port.
    /// - Parameter host: IPv4 address; macOS has only that of the loopback.
    init(host: UInt32 = loopback) throws {
        self.host = host
        descriptor = socket(AF_INET, Self.stream, 0)
        guard descriptor >= 0 else { throw BenchmarkError.system(call: "socket") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        guard let port = Self.open(descriptor, at: &address) else {
            let error = BenchmarkError.system(call: "listen")
            close(descriptor)
            throw error
        }
        self.port = port
    }

    deinit { close(descriptor) }

    /// URL without a trailing slash.
    var address: String {
        let numbers = stride(from: 24, through: 0, by: -8).map { String(host >> UInt32($0) & 255) }
        return "http://\(numbers.joined(separator: ".")):\(port)"
    }

    /// Waits for a client to connect; returns `nil` after `stop`.
    func accept() -> Connection? {
        while true {
            let accepted = acceptConnection(descriptor)
            if accepted >= 0 { return Connection(accepted) }
            if errno != EINTR, errno != ECONNABORTED { return nil }
        }
    }

    /// Stops accepting connections.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func open(_ descriptor: Int32, at address: inout sockaddr_in) -> UInt16? {
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        return isOpen ? UInt16(bigEndian: address.sin_port) : nil
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif
}

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
