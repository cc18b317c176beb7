#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One request and its response, over a connection that does not block.
final class FeedExchange {
    enum Progress {
        /// Waits for the client.
        case waiting
        /// The request is complete; `respond` is next.
        case requested(WebRequest)
        /// The response is sent, or the client is gone.
        case ended(isSent: Bool)
    }

    /// Feed whose vehicles are sent, and their `last_updated`; `nil` for other documents.
    private(set) var vehicles: (feed: Int, update: Int)?
    private let connection: Connection
    private var request: [UInt8] = []
    private var parts: [ArraySlice<UInt8>] = []
    private var isResponding = false

    init(_ connection: Connection) {
        self.connection = connection
        let flags = fcntl(connection.descriptor, F_GETFL)
        _ = fcntl(connection.descriptor, F_SETFL, flags | O_NONBLOCK)
    }

    /// What to wait for.
    var poll: pollfd {
        pollfd(
            fd: connection.descriptor, events: Int16(isResponding ? POLLOUT : POLLIN), revents: 0)
    }

    /// Begins to send a document, or 404 without one; returns the progress.
    /// - Parameter tag: Its entity tag.
    func respond(
        _ body: [UInt8]?, tag: String? = nil, vehicles: (feed: Int, update: Int)? = nil
    ) -> Progress {
        self.vehicles = vehicles
        let head =
            "HTTP/1.1 \(body == nil ? "404 Not Found" : "200 OK")\r\nConnection: close\r\n"
            + (tag.map { "ETag: \"\($0)\"\r\n" } ?? "")
            + "Content-Type: application/json\r\nContent-Length: \(body?.count ?? 0)\r\n\r\n"
        parts = [Array(head.utf8)[...], (body ?? [])[...]]
        isResponding = true
        return proceed()
    }

    /// Reads or sends as much as is possible now.
    func proceed() -> Progress {
        isResponding ? send() : receive()
    }

    private func receive() -> Progress {
        withUnsafeTemporaryAllocation(byteCount: 8_192, alignment: 1) { buffer in
            let count = recv(connection.descriptor, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else {
                return count < 0 && isBlocked ? .waiting : .ended(isSent: false)
            }
            request += buffer[..<count]
            return WebRequest(request).map { .requested($0) } ?? .waiting
        }
    }

    private func send() -> Progress {
        while let part = parts.first {
            let count = part.withUnsafeBytes {
                sendNow(connection.descriptor, $0.baseAddress, $0.count)
            }
            guard count >= 0 else { return isBlocked ? .waiting : .ended(isSent: false) }
            parts[0] = part.dropFirst(count)
            if parts[0].isEmpty { parts.removeFirst() }
        }
        return .ended(isSent: true)
    }

    private var isBlocked: Bool { errno == EAGAIN || errno == EINTR }
}

private func sendNow(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
