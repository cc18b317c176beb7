import AsyncHTTPClient
import FleetCore
import NIOCore
import NIOHTTP1

/// Sender of single requests to one origin: without redirects, each within a timeout.
final class RequestSender: Sendable {
    let origin: WebOrigin
    let limits: HTTPLimits
    /// Timeout of one request.
    private let timeout: Duration
    private let connections: Connections
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - silence: Timeout without a byte of the response once the request is sent; `nil` for only
    ///     that of the whole request.
    ///   - hosts: Policy that checks the host before each request; `nil` if it may be anywhere.
    init(
        origin: WebOrigin, limits: HTTPLimits, timeout: Duration, silence: Duration? = nil,
        hosts: HostPolicy? = nil, now: @escaping @Sendable () -> Timestamp
    ) {
        var limits = limits
        limits.connectTimeout = min(limits.connectTimeout, timeout)
        // The timeout of the whole request gives the best error message, so it must expire first.
        limits.readTimeout = silence ?? timeout + .seconds(30)
        (self.origin, self.limits, self.timeout) = (origin, limits, timeout)
        connections = Connections(limits: limits, hosts: hosts)
        self.now = now
    }

    /// Sends a request, and passes the response to `read` within the same timeout.
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    func send<Value: Sendable>(
        _ request: HTTPClientRequest, to address: WebAddress,
        _ read: @escaping @Sendable (HTTPClientResponse) async throws -> Value
    ) async throws -> Value {
        let client = try await client(for: address)
        do {
            return try await withTimeout { [timeout] in
                // The client ignores its own deadline if that passes before the request starts.
                try await read(
                    client.execute(
                        request, to: address, deadline: .now() + .init(timeout + .seconds(30))))
            }
        } catch {
            throw try failure(of: error, client.route)
        }
    }

    /// Returns the client for an address; its failure shows only the origin.
    private func client(for address: WebAddress) async throws -> RoutedClient {
        do {
            return try await connections.client(for: address)
        } catch let failure as FeedFailure {
            throw FeedFailure(failure.reason, at: origin.text)
        }
    }

    /// Returns the seconds that a response asks clients to wait (`Retry-After`).
    func retryAfterSeconds(_ headers: HTTPHeaders) -> Double? {
        headers.value(of: "Retry-After").flatMap { RetryAfter.seconds($0, now: now()) }
    }

    /// Closes all connections; nothing can be sent afterwards.
    func shutdown() async {
        await connections.shutdown()
    }

    private func withTimeout<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { [timeout] group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw HTTPClientError.deadlineExceeded
            }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    private func failure(of error: any Error, _ route: Route) throws -> FeedFailure {
        try Task.checkCancellation()
        if let failure = error as? FeedFailure { return failure }
        if error as? HTTPClientError == .deadlineExceeded {
            let seconds = Int(clamping: timeout.secondsToWait)
            return FeedFailure(
                .network(.connection("no response within \(seconds) s")), at: origin.text)
        }
        guard
            let reason = FeedFailure.Reason(
                transport: error, limits: limits, host: origin.host, route: route,
                phase: .beforeResponse)
        else { throw CancellationError() }
        return FeedFailure(reason, at: origin.text)
    }
}
