import FleetCore
import FleetService
import NIOCore
import NIOPosix

/// Client of the process that leads a source.
struct ControlClient: Sendable {
    let path: String
    /// Time limit for the acknowledgement of a request; without one, the leader counts as absent.
    private let acknowledgementTimeout: Duration
    /// Longest silence of a refreshing leader, so that a suspended one does not block the client.
    private let maxSilence: Duration

    /// Creates a client of a socket.
    /// - Parameter timeoutFactor: Factor of the limits.
    init(path: String, timeoutFactor: Double) {
        self.path = path
        acknowledgementTimeout = .seconds(1) * timeoutFactor
        maxSilence = ControlReply.interval * 3 * timeoutFactor
    }

    /// Makes the leader refresh, and waits for the outcome.
    /// - Returns: `nil` if there is no leader, or if it exits before the outcome.
    /// - Throws: `RefreshError` if the refresh failed, `CancellationError`.
    func refresh() async throws -> SnapshotInfo? {
        try await send(.refresh) { replies in
            var reply = await replies.next(within: maxSilence)
            while case .acknowledged? = reply {
                reply = await replies.next(within: maxSilence)
            }
            switch reply {
            case .refreshed(let info): return info
            case .failed(.stopped), .failed(.cancelled), .acknowledged, .state, nil:
                try Task.checkCancellation()
                return nil
            case .failed(let error): throw error
            }
        }
    }

    /// Makes the leader load the source again, without waiting for the outcome.
    func notify() async throws {
        let _: Void? = try await send(.refresh) { _ in }
    }

    /// Passes every state of the leader to `body` until the leader exits or `body` returns `false`.
    func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws -> FollowEnd {
        let end: FollowEnd? = try await send(.states) { replies in
            while case .state(let update)? = await replies.next() {
                if try await !body(update) { return .finished }
            }
            try Task.checkCancellation()
            return .leaderGone
        }
        return end ?? .leaderGone
    }
}

extension ControlClient {
    /// Sends a request and passes the replies after its acknowledgement to `body`.
    /// - Returns: `nil` if the request is not acknowledged.
    private func send<Outcome: Sendable>(
        _ request: ControlRequest,
        _ body: @Sendable (inout ReplyReader) async throws -> Outcome?
    ) async throws -> Outcome? {
        guard let connection = try await connect() else { return nil }
        return try await connection.executeThenClose { inbound, outbound in
            var replies = ReplyReader(
                channel: connection.channel, lines: inbound.makeAsyncIterator())
            guard (try? await outbound.send(request)) != nil,
                case .acknowledged? = await replies.next(within: acknowledgementTimeout)
            else {
                try Task.checkCancellation()
                return nil
            }
            return try await body(&replies)
        }
    }

    private func connect() async throws -> ControlChannel? {
        do {
            return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path) { $0.makeControlChannel() }
        } catch {
            try Task.checkCancellation()
            return nil
        }
    }
}

/// Reader of a leader's replies.
private struct ReplyReader {
    let channel: any Channel
    var lines: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// Returns the next reply; `nil` if the leader has exited, sends invalid data or exceeds the
    /// timeout.
    mutating func next(within timeout: Duration? = nil) async -> ControlReply? {
        // Closing the channel ends the wait.
        let deadline = timeout.map { timeout in
            channel.eventLoop.scheduleTask(in: .init(timeout)) { [channel] in
                channel.close(promise: nil)
            }
        }
        defer { deadline?.cancel() }
        return try? await lines.next()?.decoded(as: ControlReply.self)
    }
}
