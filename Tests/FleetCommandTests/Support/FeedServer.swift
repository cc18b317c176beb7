import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// HTTP server on the loopback interface with programmable responses and a log of its requests.
final class FeedServer: Sendable {
    struct Request: Sendable {
        /// For example `GET`.
        var method = ""
        /// For example `/gbfs.json?lang=en`.
        var target = ""
        /// Values by lowercase name.
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        /// Time when the response was due or the client disconnected, in seconds of a monotonic
        /// clock; nil while in flight.
        var endedAt: Double?
        /// Whether the client disconnected before the response.
        var isAborted = false
        /// Whether it arrived while another request was in flight.
        var isOverlapping = false
        fileprivate var connection: Int32 = -1
    }

    struct Response: Sendable {
        var status = "200 OK"
        var headers: [String] = []
        var body: [UInt8] = []
        /// Value of `Content-Length`, if not the length of the body.
        var contentLength: Int?
        /// Time until the response, in seconds; a disconnect is detected immediately.
        var delay = 0.0
        /// Whether the server resets the connection instead of responding.
        var isReset = false
        /// Condition on the requests so far; the response is held back until it is true.
        var canSend: @Sendable ([Request]) -> Bool = { _ in true }

        static func text(
            _ text: String, _ headers: String..., after delay: Double = 0
        ) -> Response {
            Response(headers: headers, body: Array(text.utf8), delay: delay)
        }

        static func status(_ status: String, _ headers: String...) -> Response {
            Response(status: status, headers: headers, body: Array("wait".utf8))
        }
    }

    let port: UInt16
    private let listener: Int32
    private let log = Observed<[Request]>([])
    private let respond: @Sendable (_ number: Int, Request) -> Response

    /// Creates a server; requests are numbered from 1.
    init(_ respond: @escaping @Sendable (_ number: Int, Request) -> Response) throws {
        (listener, port) = try Self.listen()
        self.respond = respond
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let (descriptor, error) = (accept(listener, nil, nil), errno)
                guard let self else { _ = close(descriptor); break }
                if descriptor >= 0 {
                    Thread.detachNewThread { self.serve(descriptor) }
                } else if !Self.isTransient(error) {
                    break
                }
            }
            _ = close(listener)
        }
    }

    deinit { _ = shutdown(listener, Int32(SHUT_RDWR)) }

    func address(_ path: String = "/feed.json") -> String { "http://127.0.0.1:\(port)\(path)" }

    var requests: [Request] { log.value }

    /// The requests that arrived while another one was in flight.
    var overlaps: [Request] { requests.filter(\.isOverlapping) }

    /// Waits until the condition is true for the requests so far.
    func waitUntil(
        _ location: SourceLocation = #_sourceLocation, _ condition: @escaping ([Request]) -> Bool
    ) async {
        guard await !log.waitUntil(within: Program.timeout, condition) else { return }
        Issue.record("timed out; requests: \(requests)", sourceLocation: location)
    }

    /// Waits until no request is in flight.
    func waitUntilIdle(_ location: SourceLocation = #_sourceLocation) async {
        await waitUntil(location) { $0.allSatisfy { $0.endedAt != nil } }
    }
}

extension FeedServer {
    private func serve(_ descriptor: Int32) {
        while var request = Self.request(from: descriptor) {
            request.connection = descriptor
            let number = record(request)
            let response = respond(number, request)
            let isAborted = isDisconnected(descriptor, before: response)
            // Logged before the client can receive the response.
            log.change { log in
                log[number - 1].endedAt = Self.now
                log[number - 1].isAborted = isAborted
            }
            if isAborted || !Self.send(response, to: descriptor) { break }
        }
        _ = close(descriptor)
    }

    /// Logs a request, and whether it overlaps another one; returns its number.
    private func record(_ request: Request) -> Int {
        log.change { log in
            var request = request
            // A client that has just cancelled a request may close its connection a moment later.
            request.isOverlapping = log.contains { other in
                other.endedAt == nil && !Self.isDisconnected(other.connection, within: 0.1)
            }
            log.append(request)
            return log.count
        }
    }

    /// Time of a monotonic clock, in seconds.
    static var now: Double { ProcessInfo.processInfo.systemUptime }

    private static func request(from descriptor: Int32) -> Request? {
        var header: [UInt8] = []
        while !header.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            header.append(byte)
        }
        let lines = String(decoding: header, as: UTF8.self).split(separator: "\r\n")
        var request = Request()
        request.method = String(lines.first?.split(separator: " ").first ?? "")
        request.target = String(lines.first?.split(separator: " ").dropFirst().first ?? "")
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            request.headers[name.lowercased()] = line.dropFirst(name.count + 1)
                .trimmingCharacters(in: .whitespaces)
        }
        let length = Int(request.headers["content-length"] ?? "") ?? 0
        while request.body.count < length {
            var byte: UInt8 = 0
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            request.body.append(byte)
        }
        return request
    }

    /// Returns whether the client disconnects before the response can be sent.
    private func isDisconnected(_ descriptor: Int32, before response: Response) -> Bool {
        let end = Self.now + response.delay
        while case let left = end - Self.now, left > 0 || !response.canSend(requests) {
            // `canSend` depends on outside state, so it is polled.
            if Self.isDisconnected(descriptor, within: left > 0 ? left : 0.01) { return true }
        }
        return Self.isDisconnected(descriptor, within: 0)
    }

    /// Returns whether the client disconnects within this time.
    private static func isDisconnected(_ descriptor: Int32, within seconds: Double) -> Bool {
        var client = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&client, 1, Int32((seconds * 1000).rounded(.up))) > 0
    }

    /// Waits briefly; returns whether `accept` may succeed after this error: a client disconnected,
    /// or too many files are open.
    private static func isTransient(_ error: Int32) -> Bool {
        _ = poll(nil, 0, 10)
        return [EINTR, ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error)
    }

    /// Sends a response; returns whether the connection can be reused.
    private static func send(_ response: Response, to descriptor: Int32) -> Bool {
        if response.isReset {
            var option = linger(l_onoff: 1, l_linger: 0)
            let length = socklen_t(MemoryLayout<linger>.size)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, length)
            return false
        }
        let contentLength = response.contentLength ?? response.body.count
        let lines =
            ["HTTP/1.1 \(response.status)", "Content-Length: \(contentLength)"] + response.headers
        var rest = Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + response.body
        while !rest.isEmpty {
            let count = sendBytes(descriptor, rest, rest.count)
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return contentLength == response.body.count
    }

    private static func listen() throws -> (Int32, UInt16) {
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) | startListening(listener)
                    | getsockname(listener, $0, &length)
            }
        }
        guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, UInt16(bigEndian: address.sin_port))
    }
}

private func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 128) }

private func sendBytes(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
