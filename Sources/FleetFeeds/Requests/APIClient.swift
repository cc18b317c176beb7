import AsyncHTTPClient
public import FleetCore
public import Foundation
import NIOCore
import NIOHTTP1

/// Client of an HTTP API of one origin.
///
/// Redirects are not followed, because requests carry secrets.
public final class APIClient: Sendable {
    /// The scheme, host and port.
    public var origin: String { sender.origin.text }

    /// Whether secrets can be sent: over https, or on this machine.
    public var isPrivate: Bool {
        sender.origin.scheme == .https || sender.origin.isLoopback
    }

    /// Maximum size of a response in bytes.
    private static let maxBytes = 64 << 20

    private let sender: RequestSender

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - text: The address of the service: an origin, without a path.
    ///   - limits: Limits for http(s).
    ///   - timeout: Timeout of one request with its response.
    ///   - now: The system clock, for a `Retry-After` date.
    /// - Throws: `FeedFailure` if the address is invalid.
    public init(
        _ text: String, limits: HTTPLimits, timeout: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        let address: WebAddress
        do {
            address = try WebAddress(text)
        } catch {
            throw FeedFailure(.link(.badAddress(error.message)), at: Location.redacted(text))
        }
        guard address.userInformation == nil, address.path == "/", address.query == nil else {
            throw FeedFailure(
                .link(.badAddress("write only its scheme and host, such as https://fleet.example")),
                at: address.origin.text)
        }
        sender = RequestSender(
            origin: address.origin, limits: limits, timeout: timeout, now: now)
    }

    /// Sends a request; returns the response whatever its status.
    ///
    /// A request that may be repeated is sent again if the server has just closed the connection.
    /// - Throws: `FeedFailure` without a response, or `CancellationError`.
    public func send(_ request: APIRequest) async throws -> APIResponse {
        do {
            return try await sendOnce(request)
        } catch let failure as FeedFailure
            where failure.reason == .network(.connectionReset) && request.isRepeatable
        {
            return try await sendOnce(request)
        }
    }

    /// Closes all connections; nothing can be sent afterwards.
    public func shutdown() async {
        await sender.shutdown()
    }

    private func sendOnce(_ request: APIRequest) async throws -> APIResponse {
        let start = ContinuousClock.now
        let address: WebAddress
        do {
            address = try WebAddress(origin + request.target)
        } catch {
            throw FeedFailure(.link(.badAddress(error.message)), at: origin)
        }
        let response = try await sender.send(message(request, address), to: address) {
            [sender] response in
            let bytes = try await response.body.collect(upTo: Self.maxBytes)
            return APIResponse(
                status: Int(response.status.code),
                headers: Dictionary(
                    response.headers.map { ($0.name.lowercased(), $0.value) },
                    uniquingKeysWith: { first, _ in first }),
                body: Data(bytes.readableBytesView),
                retryAfterSeconds: sender.retryAfterSeconds(response.headers))
        }
        sender.limits.log(
            "http: \(request.method.rawValue) \(address.redactedText): status \(response.status), "
                + DiagnosticLog.time(since: start))
        return response
    }

    private func message(_ request: APIRequest, _ address: WebAddress) -> HTTPClientRequest {
        var message = HTTPClientRequest(url: address.text)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers.add(name: "User-Agent", value: sender.limits.userAgent)
        message.headers.add(name: "Accept", value: "application/json")
        for header in request.headers {
            message.headers.add(name: header.name, value: header.value)
        }
        if let body = request.body { message.body = .bytes(body) }
        return message
    }
}

/// A request to an API.
public struct APIRequest: Sendable {
    /// The method.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The method.
    public var method: Method
    /// The path and query, encoded.
    public var target: String
    /// Header lines.
    public var headers: [Credentials.Header] = []
    /// The body.
    public var body: Data?

    /// Creates a request.
    public init(_ method: Method, _ target: String) {
        (self.method, self.target) = (method, target)
    }

    /// Whether it has the same effect when it is sent twice.
    public var isRepeatable: Bool {
        method != .post || headers.contains { $0.name == "Idempotency-Key" }
    }
}

/// The response of an API.
public struct APIResponse: Sendable {
    /// The status.
    public let status: Int
    /// The header fields by their names in lower case; of repeated fields the first.
    public let headers: [String: String]
    /// The body.
    public let body: Data
    /// The seconds that clients shall wait (`Retry-After`).
    public let retryAfterSeconds: Double?

    /// Whether the request succeeded.
    public var isSuccess: Bool { (200..<300).contains(status) }
}
