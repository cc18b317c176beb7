import AsyncHTTPClient
public import FleetCore
import NIOCore
import NIOHTTP1

/// An http(s) address of somebody who wants to be told of something, as JSON by POST.
///
/// Nothing but the address itself says who may use it, so no more of it than the host is ever shown.
public final class Webhook: Sendable {
    /// The address as it may be shown: scheme, host and port.
    public let place: String
    private let address: WebAddress
    private let limits: HTTPLimits
    /// How long one call may take.
    private let limit: Duration
    private let connections: Connections
    private let now: @Sendable () -> Timestamp

    /// Reads an address; a user and a password in it are sent as Basic credentials (RFC 7617).
    ///
    /// `limit` is the longest time that one call may take, `now` the machine's clock, for a `Retry-After`
    /// that names a date.
    /// - Throws: `FeedFailure` if it is no address.
    public init(
        _ text: String, configuration: HTTPLimits, limit: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) throws(FeedFailure) {
        do {
            address = try WebAddress(text)
        } catch {
            throw FeedFailure(.badAddress(error.why), at: "the webhook")
        }
        place = address.origin.text
        var limits = configuration
        limits.connect = min(limits.connect, limit)
        // One limit for all is told of best.
        limits.read = limit + .seconds(30)
        (self.limits, self.limit) = (limits, limit)
        connections = Connections(limits: limits)
        self.now = now
    }

    /// Sends one document; returns when it was taken (a status of 200 to 299).
    ///
    /// Redirects are not followed, and what is answered is not read.
    /// - Throws: `FeedFailure`, or `CancellationError` when its task is cancelled.
    public func post(_ json: [UInt8]) async throws {
        let client = try await connections.client()
        let response: HTTPClientResponse
        do {
            response = try await answer(of: client, to: request(json))
        } catch {
            throw try failure(of: error)
        }
        let status = Int(response.status.code)
        guard !(200..<300).contains(status) else { return }
        let wait = response.headers.first(name: "Retry-After").flatMap {
            RetryAfter.seconds($0, now: now())
        }
        let reason: FeedFailure.Reason =
            [401, 403].contains(status) ? .accessDenied(status) : .status(status)
        throw FeedFailure(reason, at: place, retryAfterSeconds: wait)
    }

    /// Closes all connections; nothing can be sent afterwards.
    public func shutdown() async {
        await connections.shutdown()
    }

    /// Waits for an answer as long as one call may take.
    ///
    /// The client's own deadline is not kept where it passes before the request has begun.
    private func answer(
        of client: HTTPClient, to request: HTTPClientRequest
    ) async throws -> HTTPClientResponse {
        try await withThrowingTaskGroup(of: HTTPClientResponse.self) { [limit] group in
            defer { group.cancelAll() }
            group.addTask {
                try await client.execute(request, deadline: .now() + .init(limit + .seconds(30)))
            }
            group.addTask {
                try await Task.sleep(for: limit)
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

    private func failure(of error: any Error) throws -> FeedFailure {
        try Task.checkCancellation()
        if error as? HTTPClientError == .deadlineExceeded {
            let seconds = Int(clamping: limit.secondsToWait)
            return FeedFailure(.connection("no answer within \(seconds) s"), at: place)
        }
        guard
            let reason = FeedFailure.Reason(
                transport: error, limits: limits, host: address.origin.host,
                phase: .beforeResponse)
        else { throw CancellationError() }
        return FeedFailure(reason, at: place)
    }
}
