import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A web server on the loopback that answers as it is told, and counts.
final class FeedServer: Sendable {
    /// What was asked.
    struct Request: Sendable {
        /// Such as `GET`.
        var method = ""
        /// Such as `/gbfs.json?lang=en`.
        var target = ""
        /// Values by lower-case name.
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        /// When the answer was to go out or the client was gone, in seconds of a clock that only goes
        /// forward; `nil` while it is in flight.
        var ended: Double?
        /// Whether the client was gone before the answer.
        var isAborted = false
        /// Whether it came while a client still waited for the answer to another one.
        var isOverlapping = false
        fileprivate var connection: Int32 = -1
    }

    /// What is answered.
    struct Answer: Sendable {
        var status = "200 OK"
        var headers: [String] = []
        var body: [UInt8] = []
        /// How many bytes of the body are promised, if not all.
        var promised: Int?
        /// How long the answer takes, in seconds; a client that gives up is noticed at once.
        var delay = 0.0
        /// Whether the connection is reset instead.
        var isReset = false
        /// Whether the answer may go out, by the requests so far; it is held until then.
        var isDue: @Sendable ([Request]) -> Bool = { _ in true }

        static func text(_ text: String, _ headers: String..., after delay: Double = 0) -> Answer {
            Answer(headers: headers, body: Array(text.utf8), delay: delay)
        }

        static func status(_ status: String, _ headers: String...) -> Answer {
            Answer(status: status, headers: headers, body: Array("wait".utf8))
        }
    }

    let port: UInt16
    private let listener: Int32
    private let log = Observed<[Request]>([])
    private let answer: @Sendable (_ number: Int, Request) -> Answer

    /// Answers the requests, which are numbered from 1.
    init(_ answer: @escaping @Sendable (_ number: Int, Request) -> Answer) throws {
        (listener, port) = try Self.listen()
        self.answer = answer
        Thread.detachNewThread { [listener, weak self] in
            while true {
                let (descriptor, error) = (accept(listener, nil, nil), errno)
                guard let self else { _ = close(descriptor); break }
                if descriptor >= 0 {
                    Thread.detachNewThread { self.serve(descriptor) }
                } else if !Self.passes(error) {
                    break
                }
            }
            _ = close(listener)
        }
    }

    deinit { _ = shutdown(listener, Int32(SHUT_RDWR)) }

    func address(_ path: String = "/feed.json") -> String { "http://127.0.0.1:\(port)\(path)" }

    var requests: [Request] { log.value }

    /// The requests that came while a client still waited for the answer to another one.
    var overlaps: [Request] { requests.filter(\.isOverlapping) }

    /// Returns as soon as the condition holds for the requests so far.
    func until(
        _ location: SourceLocation = #_sourceLocation, _ condition: @escaping ([Request]) -> Bool
    ) async {
        guard await !log.until(within: Program.patience, condition) else { return }
        Issue.record("not so in time: \(requests)", sourceLocation: location)
    }

    /// Returns as soon as no request is in flight any more.
    func untilDone(_ location: SourceLocation = #_sourceLocation) async {
        await until(location) { $0.allSatisfy { $0.ended != nil } }
    }
}

extension FeedServer {
    private func serve(_ descriptor: Int32) {
        while var request = Self.request(from: descriptor) {
            request.connection = descriptor
            let number = note(request)
            let answer = answer(number, request)
            let isAborted = isGone(descriptor, before: answer)
            // Nobody can have the answer before.
            log.change { log in
                log[number - 1].ended = Self.now
                log[number - 1].isAborted = isAborted
            }
            if isAborted || !Self.send(answer, to: descriptor) { break }
        }
        _ = close(descriptor)
    }

    /// Notes a request, and whether it overlaps; returns its number.
    private func note(_ request: Request) -> Int {
        log.change { log in
            var request = request
            // A client that has just given a request up may close the connection a moment later.
            request.isOverlapping = log.contains { other in
                other.ended == nil && !Self.isGone(other.connection, within: 0.1)
            }
            log.append(request)
            return log.count
        }
    }

    /// A clock that only goes forward.
    static var now: Double { ProcessInfo.processInfo.systemUptime }

    private static func request(from descriptor: Int32) -> Request? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard recv(descriptor, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
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

    /// Whether the client closes the connection before the answer may go out.
    private func isGone(_ descriptor: Int32, before answer: Answer) -> Bool {
        let end = Self.now + answer.delay
        while case let left = end - Self.now, left > 0 || !answer.isDue(requests) {
            // Nobody tells when it is due, so it is asked again.
            if Self.isGone(descriptor, within: left > 0 ? left : 0.01) { return true }
        }
        return Self.isGone(descriptor, within: 0)
    }

    /// Whether the client closes the connection in this time.
    private static func isGone(_ descriptor: Int32, within seconds: Double) -> Bool {
        var client = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&client, 1, Int32((seconds * 1000).rounded(.up))) > 0
    }

    /// Whether connections can be made again after this error, soon: a client has gone, or too many
    /// files are open.
    private static func passes(_ error: Int32) -> Bool {
        _ = poll(nil, 0, 10)
        return [EINTR, ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error)
    }

    /// Sends an answer; returns whether the connection is still good.
    private static func send(_ answer: Answer, to descriptor: Int32) -> Bool {
        if answer.isReset {
            var option = linger(l_onoff: 1, l_linger: 0)
            let length = socklen_t(MemoryLayout<linger>.size)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, length)
            return false
        }
        let promised = answer.promised ?? answer.body.count
        let lines = ["HTTP/1.1 \(answer.status)", "Content-Length: \(promised)"] + answer.headers
        var rest = Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + answer.body
        while !rest.isEmpty {
            let count = sendBytes(descriptor, rest, rest.count)
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return promised == answer.body.count
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
