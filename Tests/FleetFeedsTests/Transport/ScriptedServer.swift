import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Plain TCP server on the loopback that runs a test's script.
///
/// Every connection runs the script on its own thread. The log counts the actions of clients, and
/// `until` waits for them without polling.
final class ScriptedServer: @unchecked Sendable {
    /// Actions of the clients so far.
    struct Log {
        /// Number of accepted connections.
        var connections = 0
        /// Number of connections that the client closed, counted by `waitForClose`.
        var closes = 0
        /// Whether the port is free again.
        var isClosed = false
        /// Heads of all requests, in order.
        var requests: [Request] = []
    }

    /// Head of a request.
    struct Request: Sendable {
        /// Request line, such as `GET /gbfs.json HTTP/1.1`.
        var line: String
        /// Values by lowercase name; repeated fields are joined with commas.
        var headers: [String: String]

        /// Request target, such as `/gbfs.json?lang=en`.
        var target: String { String(line.split(separator: " ").dropFirst().first ?? "") }
    }

    typealias Script = @Sendable (ServerConnection) -> Void

    let port: Int
    private let listener: Int32
    // SAFETY: everything below is accessed only while holding the lock.
    private let lock = NSLock()
    private var state = Log()
    private var isStopped = false
    private var waiters:
        [(condition: (Log) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ script: @escaping Script) throws {
        (listener, port) = try Self.listen()
        let listener = listener
        Thread.detachNewThread { [weak self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                closeOnExec(descriptor)
                guard let server = self else { _ = close(descriptor); break }
                server.update { $0.connections += 1 }
                Thread.detachNewThread {
                    let connection = ServerConnection(descriptor: descriptor, server: server)
                    script(connection)
                    connection.close()
                }
            }
            _ = close(listener)
            self?.update { $0.isClosed = true }
        }
    }

    deinit { stop() }

    /// Stops accepting connections.
    func stop() {
        lock.withLock {
            // Only once: the system reuses the number of a closed descriptor.
            if !isStopped { _ = shutdown(listener, Int32(SHUT_RDWR)) }
            isStopped = true
        }
    }

    /// Waits until the port is free again after `stop`.
    func untilClosed() async {
        await until(\.isClosed)
    }

    /// Returns the URL of a path on this server.
    func address(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    var log: Log { lock.withLock { state } }

    /// Waits until the log satisfies the condition.
    func until(_ condition: @escaping (Log) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isSatisfied = lock.withLock {
                if condition(state) { return true }
                waiters.append((condition, continuation))
                return false
            }
            if isSatisfied { continuation.resume() }
        }
    }

    fileprivate func update(_ change: (inout Log) -> Void) {
        let ready = lock.withLock {
            change(&state)
            let ready = waiters.filter { $0.condition(state) }
            waiters.removeAll { $0.condition(state) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    private static func listen() throws -> (Int32, Int) {
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        closeOnExec(listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | startListening(listener, 64)
                    | getsockname(listener, $0, &length)
            }
        }
        guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// Sets close-on-exec, so that processes started by other tests do not keep the descriptor open.
private func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

private func startListening(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    listen(descriptor, backlog)
}

/// Connection of a scripted server.
final class ServerConnection {
    private let descriptor: Int32
    private let server: ScriptedServer
    private var isOpen = true

    fileprivate init(descriptor: Int32, server: ScriptedServer) {
        self.descriptor = descriptor
        self.server = server
        var on: Int32 = 1
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    }

    /// Reads the head of the next request; returns nil if the client closed the connection.
    func request() -> ScriptedServer.Request? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            headers[name.lowercased()] =
                headers[name.lowercased()].map { $0 + "," + value } ?? value
        }
        let request = ScriptedServer.Request(line: lines.first ?? "", headers: headers)
        server.update { $0.requests.append(request) }
        return request
    }

    /// Reads `count` bytes, or fewer if the client closes the connection.
    func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < count, recv(descriptor, &byte, 1, 0) == 1 { bytes.append(byte) }
        return bytes
    }

    /// Sends bytes; clears `isReachable` if the client is gone.
    func send(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                sendBytes(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { isReachable = false; return }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends a complete response.
    func respond(
        status: String = "200 OK", headers: [String] = [], _ body: some Collection<UInt8>
    ) {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + headers + ["", ""]
        send(Array(lines.joined(separator: "\r\n").utf8) + Array(body))
    }

    func respond(status: String = "200 OK", headers: [String] = [], _ body: String = "") {
        respond(status: status, headers: headers, Array(body.utf8))
    }

    /// Whether all bytes could be sent so far.
    private(set) var isReachable = true

    /// Waits until the client closes the connection, and counts it.
    func waitForClose() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
        server.update { $0.closes += 1 }
    }

    /// Closes the connection gracefully.
    func close() {
        guard isOpen else { return }
        isOpen = false
        _ = closeDescriptor(descriptor)
    }

    /// Resets the connection (RST).
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        _ = setsockopt(
            descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}

extension ScriptedServer {
    /// Creates a server that calls the handler for every request and keeps connections open.
    convenience init(
        onRequest handler: @escaping @Sendable (Request, ServerConnection) -> Void
    ) throws {
        try self.init { connection in
            while let request = connection.request() { handler(request, connection) }
        }
    }
}
