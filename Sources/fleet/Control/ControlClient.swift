import FleetCore
import FleetService
import NIOCore
import NIOPosix

/// Asks the process that leads a source.
struct ControlClient: Sendable {
    let path: String

    /// How long a leader may take to acknowledge a request; without it there is none.
    private static let patience = Duration.seconds(1)

    /// Lets the leader refresh, and waits for the outcome.
    /// - Returns: `nil` if there is no leader, or it has gone before the outcome.
    /// - Throws: `RefreshError` if the refresh failed, `CancellationError`.
    func refresh() async throws -> SnapshotInfo? {
        try await ask(.refresh) { replies in
            guard let line = try? await replies.next() else { return nil }
            switch try line.decoded(as: ControlReply.self) {
            case .refreshed(let info): return info
            case .failed(.stopped), .failed(.cancelled), .acknowledged, .state: return nil
            case .failed(let error): throw error
            }
        }
    }

    /// How the following of a leader came to an end.
    enum Following: Sendable {
        /// The follower has seen enough.
        case enough
        /// The leader has gone.
        case leaderGone
        /// Nobody acknowledged.
        case noLeader
    }

    /// Hands every state of the leader to `body` until the leader goes or `body` returns `false`.
    func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws -> Following {
        let following: Following? = try await ask(.states) { replies in
            while let line = try? await replies.next() {
                guard case .state(let update) = try line.decoded(as: ControlReply.self) else {
                    return .leaderGone
                }
                if try await !body(update) { return .enough }
            }
            try Task.checkCancellation()
            return .leaderGone
        }
        return following ?? .noLeader
    }
}

extension ControlClient {
    private typealias Replies = NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// Sends a request and hands what follows its acknowledgement to `body`; `nil` without one.
    private func ask<Outcome: Sendable>(
        _ request: ControlRequest,
        _ body: @Sendable (inout Replies) async throws -> Outcome?
    ) async throws -> Outcome? {
        guard let connection = try await connect() else { return nil }
        return try await connection.executeThenClose { inbound, outbound in
            // Closing the channel ends the wait for an acknowledgement that does not come.
            let deadline = connection.channel.eventLoop.scheduleTask(in: .init(Self.patience)) {
                connection.channel.close(promise: nil)
            }
            defer { deadline.cancel() }
            var replies = inbound.makeAsyncIterator()
            guard (try? await outbound.send(request)) != nil,
                case .acknowledged? = try? await replies.next()?.decoded(as: ControlReply.self)
            else {
                try Task.checkCancellation()
                return nil
            }
            deadline.cancel()
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
