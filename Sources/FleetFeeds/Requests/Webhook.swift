import AsyncHTTPClient
public import FleetCore
import NIOHTTP1

/// Webhook: an http(s) address that receives JSON by POST.
///
/// The address itself is a secret, so only its origin is ever shown.
public final class Webhook: Sendable {
    /// Scheme, host and port of the address, the only part that may be shown.
    public var origin: String { sender.origin.text }
    private let address: WebAddress
    private let sender: RequestSender

    /// Creates a webhook; a user and password in the address become Basic credentials (RFC 7617).
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - limits: Limits for http(s).
    ///   - timeout: Timeout of one call.
    ///   - allowsPrivate: Whether the host may be in a private network; otherwise its addresses are
    ///     checked before each call, which connects to the checked one.
    ///   - now: The system clock, for a `Retry-After` date.
    /// - Throws: `FeedFailure` if the address is invalid.
    public convenience init(
        _ text: String, limits: HTTPLimits, timeout: Duration, allowsPrivate: Bool = true,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        try self.init(
            text, limits: limits, timeout: timeout,
            hostPolicy: allowsPrivate ? nil : HostPolicy(timeout: timeout), now: now)
    }

    /// Creates a webhook with a policy for its host; `nil` if it may be anywhere.
    init(
        _ text: String, limits: HTTPLimits, timeout: Duration, hostPolicy: HostPolicy?,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        do {
            address = try WebAddress(text)
        } catch {
            throw FeedFailure(.link(.badAddress(error.message)), at: "webhook")
        }
        sender = RequestSender(
            origin: address.origin, limits: limits, timeout: timeout, hosts: hostPolicy, now: now)
    }

    /// Sends one document; returns once it is accepted (status 200 to 299).
    ///
    /// Redirects are not followed, and the response body is ignored.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func post(_ json: [UInt8]) async throws {
        let (status, headers) = try await sender.send(request(json), to: address) {
            (Int($0.status.code), $0.headers)
        }
        sender.limits.log("http: POST \(origin): status \(status)")
        guard !(200..<300).contains(status) else { return }
        let reason: FeedFailure.Reason =
            [401, 403].contains(status) ? .access(.accessDenied(status)) : .service(.status(status))
        throw FeedFailure(
            reason, at: origin, retryAfterSeconds: sender.retryAfterSeconds(headers))
    }

    /// Closes all connections; nothing can be sent afterwards.
    public func shutdown() async {
        await sender.shutdown()
    }

    private func request(_ json: [UInt8]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: sender.limits.userAgent)
        request.headers.add(name: "Content-Type", value: "application/json")
        if let user = address.userInformation { request.setBasic(user) }
        request.body = .bytes(json)
        return request
    }
}
