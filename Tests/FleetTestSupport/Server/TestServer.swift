import Foundation
import NIOCore
import Synchronization
package import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// HTTP server on the loopback interface with a log of its clients.
///
/// Every connection runs a script on a thread of its own: the script of a test, or the one that
/// sends the `Response` of a closure to every request.
package final class TestServer: Sendable {
    /// A request; repeated header fields are joined with commas.
    package struct Request: Sendable {
        /// The request line, for example `GET /gbfs.json?lang=en HTTP/1.1`.
        package var line = ""
        /// Values by lowercase name.
        package var headers: [String: String] = [:]
        package var body: [UInt8] = []
        /// Time when the response was due or the client disconnected, in seconds of `now`; `nil`
        /// while in flight, and for all requests of a script.
        package var endedAt: Double?
        /// Whether the client disconnected before the response.
        package var isAborted = false
        /// Indices of the requests that were in flight when it arrived.
        var others: [Int] = []

        /// For example `GET`.
        package var method: String { word(0) }
        /// For example `/gbfs.json?lang=en`.
        package var target: String { word(1) }

        private func word(_ number: Int) -> String {
            String(line.split(separator: " ").dropFirst(number).first ?? "")
        }
    }

    /// Actions of the clients so far.
    package struct Log: Sendable {
        /// Number of accepted connections.
        package var connections = 0
        /// Number of connections that the client closed, counted by `waitForClose`.
        package var closes = 0
        /// Whether the port is free again.
        package var isClosed = false
        /// All requests, in order.
        package var requests: [Request] = []
        fileprivate var isStopped = false
    }

    package typealias Script = @Sendable (ServerConnection) -> Void

    package let port: Int
    let observedLog = Observed(Log())
    private let listener: Int32
    private let isEncrypted: Bool

    /// Creates a server that runs a script for every connection, then closes the connection.
    ///
    /// - Parameter certificate: PEM certificate of `TestCertificate.key`, for TLS.
    package init(certificate: String? = nil, script: @escaping Script) throws {
        (listener, port) = try Self.listen()
        isEncrypted = certificate != nil
        let certificate = try certificate.map { try TestCertificate.context($0) }
        Thread.detachNewThread { [listener, observedLog, weak self] in
            while true {
                let (descriptor, error) = (accept(listener, nil, nil), errno)
                if descriptor < 0, Self.isTransient(error) { continue }
                guard descriptor >= 0 else { break }
                guard let server = self else { _ = close(descriptor); break }
                closeOnExec(descriptor)
                observedLog.change { $0.connections += 1 }
                Thread.detachNewThread {
                    let connection = ServerConnection(
                        descriptor: descriptor, server: server, certificate: certificate)
                    script(connection)
                    connection.close()
                }
            }
            _ = close(listener)
            observedLog.change { $0.isClosed = true }
        }
    }

    deinit { stop() }

    /// Stops accepting connections.
    package func stop() {
        observedLog.change { log in
            // Only once: the system reuses the number of a closed descriptor.
            if !log.isStopped { _ = shutdown(listener, Int32(SHUT_RDWR)) }
            log.isStopped = true
        }
    }

    /// Returns the URL of a path on this server.
    package func address(_ path: String = "/feed.json") -> String {
        "\(isEncrypted ? "https" : "http")://127.0.0.1:\(port)\(path)"
    }

    package var log: Log { observedLog.value }

    package var requests: [Request] { log.requests }

    /// Time of a monotonic clock, in seconds.
    package static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Waits until the condition is true for the log.
    package func waitUntil(
        _ location: SourceLocation = #_sourceLocation, _ condition: @escaping (Log) -> Bool
    ) async {
        guard await !observedLog.waitUntil(within: Deadline.seconds, condition) else { return }
        Issue.record("timed out; log of the server: \(log)", sourceLocation: location)
    }
}

extension TestServer {
    /// Waits briefly; returns whether `accept` may succeed after this error: a client disconnected,
    /// or too many files are open.
    private static func isTransient(_ error: Int32) -> Bool {
        _ = poll(nil, 0, 10)
        return [EINTR, ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error)
    }

    /// Returns a port on which nobody listens.
    package static func freePort() throws -> Int {
        let (listener, port) = try listen()
        _ = close(listener)
        return port
    }

    /// Ports below the ephemeral ranges of Linux (32768 and above) and macOS (49152 and above).
    private static let ports = 20_000..<32_000
    private static let nextPort = Atomic(Int.random(in: ports))

    /// Listens on the next port of the range, so that the port of a stopped server is not reused.
    private static func listen() throws -> (Int32, Int) {
        for _ in ports {
            let port =
                ports.lowerBound + nextPort.wrappingAdd(1, ordering: .relaxed).oldValue
                % ports.count
            if let listener = try listener(on: port) { return (listener, port) }
        }
        throw POSIXError(.EADDRNOTAVAIL)
    }

    /// Returns a socket that listens on a port; `nil` if that is not free.
    private static func listener(on port: Int) throws -> Int32? {
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        closeOnExec(listener)
        let isBound = try SocketAddress(ipAddress: "127.0.0.1", port: port).withSockAddr {
            bind(listener, $0, socklen_t($1)) == 0
        }
        if isBound, startListening(listener) == 0 { return listener }
        _ = close(listener)
        return nil
    }
}

/// Sets close-on-exec, so that processes started by other tests do not keep the descriptor open.
private func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

private func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 128) }
