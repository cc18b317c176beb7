import FleetCore
import FleetService
import NIOCore
import NIOPosix

/// Asks the process that leads a source.
struct ControlClient: Sendable {
    let path: String

    /// How long a leader may take to acknowledge a request; without it there is none.
    private static let patience = Duration.seconds(1)

    /// How long a leader that refreshes may be silent; one that is halted is not waited for.
    private static let longestSilence = ControlReply.interval * 3

    /// Lets the leader refresh, and waits for the outcome.
    /// - Returns: `nil` if there is no leader, or it has gone before the outcome.
    /// - Throws: `RefreshError` if the refresh failed, `CancellationError`.
    func refresh() async throws -> SnapshotInfo? {
        try await ask(.refresh) { replies in
            var reply = await replies.next(within: Self.longestSilence)
            while case .acknowledged? = reply {
                reply = await replies.next(within: Self.longestSilence)
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

    /// How the following of a leader came to an end.
    enum Following: Sendable {
        /// The follower has seen enough.
        case enough
        /// The leader has gone, or there is none.
        case leaderGone
    }

    /// Hands every state of the leader to `body` until the leader goes or `body` returns `false`.
    func forEachState(
        _ body: @Sendable (StateUpdate) async throws -> Bool
    ) async throws -> Following {
        let following: Following? = try await ask(.states) { replies in
            while case .state(let update)? = await replies.next() {
                if try await !body(update) { return .enough }
            }
            try Task.checkCancellation()
            return .leaderGone
        }
        return following ?? .leaderGone
    }
}

extension ControlClient {
    /// Sends a request and hands what follows its acknowledgement to `body`; `nil` without one.
    private func ask<Outcome: Sendable>(
        _ request: ControlRequest,
        _ body: @Sendable (inout Replies) async throws -> Outcome?
    ) async throws -> Outcome? {
        guard let connection = try await connect() else { return nil }
        return try await connection.executeThenClose { inbound, outbound in
            var replies = Replies(
                channel: connection.channel, lines: inbound.makeAsyncIterator())
            guard (try? await outbound.send(request)) != nil,
                case .acknowledged? = await replies.next(within: Self.patience)
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

/// What the leader answers, one after the other.
private struct Replies {
    let channel: any Channel
    var lines: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator

    /// The next answer; `nil` when the leader has gone, breaks the rules or is silent for too long.
    mutating func next(within patience: Duration? = nil) async -> ControlReply? {
        // Closing the channel ends the wait.
        let deadline = patience.map { patience in
            channel.eventLoop.scheduleTask(in: .init(patience)) { [channel] in
                channel.close(promise: nil)
            }
        }
        defer { deadline?.cancel() }
        return try? await lines.next()?.decoded(as: ControlReply.self)
    }
}
