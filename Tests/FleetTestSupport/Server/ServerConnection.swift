import Foundation
package import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Connection of a test server, used by one thread.
package final class ServerConnection {
    /// Whether the client was reachable so far.
    package private(set) var isReachable = true

    let descriptor: Int32
    let server: TestServer
    private var encryption: TLSSession?
    /// Received bytes that no request contains yet.
    private var received: [UInt8] = []
    private var isOpen = true

    init(descriptor: Int32, server: TestServer, certificate: TLSSession.Context?) {
        self.descriptor = descriptor
        self.server = server
        encryption = certificate.flatMap { try? TLSSession($0) }
        var on: Int32 = 1
        _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    }

    /// Reads and logs the next request; returns `nil` if the client closed the connection.
    @discardableResult
    package func request() -> TestServer.Request? {
        guard let request = receive() else { return nil }
        server.observedLog.change { $0.requests.append(request) }
        return request
    }

    /// Sends bytes; clears `isReachable` if the client is gone.
    package func send(_ bytes: some Collection<UInt8>) {
        transmit(encryption?.encrypted(Array(bytes)) ?? Array(bytes))
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends a response at once, or resets the connection if the response says so.
    package func respond(_ response: TestServer.Response = TestServer.Response()) {
        if response.isReset { reset() } else { send(response.bytes) }
    }

    /// Sends the bytes repeatedly, with a pause in seconds, until the client is gone.
    package func sendUntilClosed(
        _ bytes: [UInt8], pause: Double = 0, _ location: SourceLocation = #_sourceLocation
    ) {
        let deadline = Deadline("the client closes the connection", location)
        while isReachable, deadline.isAhead() {
            send(bytes)
            if pause > 0 { _ = Self.isDisconnected(descriptor, within: pause) }
        }
    }

    /// Encrypts the rest of the connection, as behind a tunnel; for `TestCertificate.key`.
    package func startEncryption(certificate: String) throws {
        encryption = try TLSSession(try TestCertificate.context(certificate))
    }

    /// Waits until the client closes the connection, and counts it.
    package func waitForClose() {
        while receiveMore() {}
        server.observedLog.change { $0.closes += 1 }
    }

    /// Closes the connection gracefully.
    package func close() {
        guard isOpen else { return }
        if let encryption { transmit(encryption.closed()) }
        isOpen = false
        isReachable = false
        _ = closeDescriptor(descriptor)
    }

    /// Resets the connection (RST).
    package func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        let length = socklen_t(MemoryLayout<linger>.size)
        _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, length)
        close()
    }

    /// Returns whether a client disconnects, or sends something, within this time.
    static func isDisconnected(_ descriptor: Int32, within seconds: Double) -> Bool {
        var client = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&client, 1, Int32((seconds * 1000).rounded(.up))) > 0
    }
}

extension ServerConnection {
    /// Reads the next request without logging it; returns `nil` if the client closed the
    /// connection.
    package func receive() -> TestServer.Request? {
        let separator = Array("\r\n\r\n".utf8)
        var end = received.firstRange(of: separator)
        while end == nil {
            guard receiveMore() else { return nil }
            end = received.firstRange(of: separator)
        }
        guard let end else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n").map(String.init)
        received.removeSubrange(..<end.upperBound)
        var request = TestServer.Request(line: lines.first ?? "")
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            let value = line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
            let former = request.headers[name.lowercased()].map { $0 + "," } ?? ""
            request.headers[name.lowercased()] = former + value
        }
        let length = Int(request.headers["content-length"] ?? "") ?? 0
        while received.count < length {
            guard receiveMore() else { return nil }
        }
        request.body = Array(received.prefix(length))
        received.removeFirst(length)
        return request
    }

    /// Receives bytes that are no request, until the condition is true for them or the client ends
    /// its output.
    package func bytes(until isEnough: ([UInt8]) -> Bool = { _ in false }) -> [UInt8] {
        while !isEnough(received), receiveMore() {}
        defer { received = [] }
        return received
    }

    /// Receives bytes; returns false if the client closed the connection.
    private func receiveMore() -> Bool {
        guard isOpen else { return false }
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        guard !bytes.isEmpty else { return false }
        guard let encryption else {
            received += bytes
            return true
        }
        guard let text = encryption.decrypted(bytes) else { return false }
        transmit(encryption.takeOutput())
        received += text
        return true
    }

    private func transmit(_ bytes: [UInt8]) {
        guard isOpen else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                sendBytes(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { isReachable = false; return }
            rest = rest.dropFirst(count)
        }
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
