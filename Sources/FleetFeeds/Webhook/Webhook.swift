import AsyncHTTPClient
public import FleetCore
import NIOCore
import NIOHTTP1

/// Webhook: an http(s) address that receives JSON by POST.
///
/// The address itself is a secret, so only its origin is ever shown.
public final class Webhook: Sendable {
    /// Scheme, host and port of the address, the only part that may be shown.
    public let origin: String
    private let address: WebAddress
    private let limits: HTTPLimits
    /// Timeout of one call.
    private let timeout: Duration
    private let connections: Connections
    private let now: @Sendable () -> Timestamp

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
        let policy = HostPolicy {
            try await HostResolver.addresses(of: $0, timeout: timeout)
        }
        try self.init(
            text, limits: limits, timeout: timeout, hostPolicy: allowsPrivate ? nil : policy,
            now: now)
    }

    /// Creates a webhook with a policy for its host; nil if it may be anywhere.
    init(
        _ text: String, limits: HTTPLimits, timeout: Duration, hostPolicy: HostPolicy?,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        do {
            address = try WebAddress(text)
        } catch {
            throw FeedFailure(.badAddress(error.message), at: "webhook")
        }
        origin = address.origin.text
        var limits = limits
        limits.connectTimeout = min(limits.connectTimeout, timeout)
        // The timeout of the whole call gives the best error message, so it must expire first.
        limits.readTimeout = timeout + .seconds(30)
        (self.limits, self.timeout) = (limits, timeout)
        connections = Connections(limits: limits, hosts: hostPolicy)
        self.now = now
    }

    /// Sends one document; returns once it is accepted (status 200 to 299).
    ///
    /// Redirects are not followed, and the response body is ignored.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func post(_ json: [UInt8]) async throws {
        let client = try await withOrigin { try await connections.client(for: address) }
        let response: HTTPClientResponse
        do {
            response = try await execute(request(json), with: client)
        } catch {
            throw try failure(of: error, client.route)
        }
        let status = Int(response.status.code)
        limits.log("http: POST \(origin): status \(status)")
        guard !(200..<300).contains(status) else { return }
        let wait = response.headers.value(of: "Retry-After").flatMap {
            RetryAfter.seconds($0, now: now())
        }
        let reason: FeedFailure.Reason =
            [401, 403].contains(status) ? .accessDenied(status) : .status(status)
        throw FeedFailure(reason, at: origin, retryAfterSeconds: wait)
    }

    /// Runs `body`; its failure shows only the origin.
    private func withOrigin<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let failure as FeedFailure {
            throw FeedFailure(failure.reason, at: origin)
        }
    }

    /// Closes all connections; nothing can be sent afterwards.
    public func shutdown() async {
        await connections.shutdown()
    }

    /// Sends the request and waits for the response until the timeout.
    ///
    /// The client ignores its own deadline if that passes before the request starts.
    private func execute(
        _ request: HTTPClientRequest, with client: RoutedClient
    ) async throws -> HTTPClientResponse {
        try await withThrowingTaskGroup(of: HTTPClientResponse.self) { [timeout, address] group in
            defer { group.cancelAll() }
            group.addTask {
                try await client.execute(
                    request, to: address, deadline: .now() + .init(timeout + .seconds(30)))
            }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw HTTPClientError.deadlineExceeded
            }
            guard let response = try await group.next() else { throw CancellationError() }
            return response
        }
    }

    private func request(_ json: [UInt8]) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "User-Agent", value: limits.userAgent)
        request.headers.add(name: "Content-Type", value: "application/json")
        if let user = address.userInformation { request.setBasic(user) }
        request.body = .bytes(json)
        return request
    }

    private func failure(of error: any Error, _ route: Route) throws -> FeedFailure {
        try Task.checkCancellation()
        if error as? HTTPClientError == .deadlineExceeded {
            let seconds = Int(clamping: timeout.secondsToWait)
            return FeedFailure(.connection("no response within \(seconds) s"), at: origin)
        }
        guard
            let reason = FeedFailure.Reason(
                transport: error, limits: limits, host: address.origin.host,
                route: route, phase: .beforeResponse)
        else { throw CancellationError() }
        return FeedFailure(reason, at: origin)
    }
}
