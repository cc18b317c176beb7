import FleetCore
import FleetService
import NIOCore
import NIOPosix

/// The socket by which other processes reach the one that leads a source.
///
/// Only the process that holds the source's owner lock may run it: it replaces what an earlier,
/// killed leader left behind.
struct ControlServer: Sendable {
    let path: String
    let service: VehicleService

    /// Serves until the task is cancelled, then removes the socket.
    ///
    /// A connection that comes at the moment of the cancellation is dropped, which only a plain channel
    /// allows; so each becomes a control channel when it is served, and is not read before.
    func run() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: false)
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true) { connection in
                connection.eventLoop.makeSucceededFuture(connection)
            }
        defer { removeFile(path) }
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask { await serve(connection) }
                }
            }
        }
    }

    /// Serves one process; one that breaks the rules, or that has gone, only loses its connection.
    private func serve(_ connection: any Channel) async {
        let channel = try? await connection.eventLoop.flatSubmit {
            connection.makeControlChannel()
        }.get()
        try? await channel?.executeThenClose { requests, replies in
            try await connection.setOption(.autoRead, value: true).get()
            for try await line in requests {
                let request = try line.decoded(as: ControlRequest.self)
                try await replies.send(ControlReply.acknowledged)
                switch request {
                case .refresh: try await tellOutcome(to: replies)
                case .states: try await tellStates(to: replies)
                }
            }
        }
    }

    /// Refreshes, and shows meanwhile that this process is not halted.
    private func tellOutcome(
        to replies: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while (try? await Task.sleep(for: ControlReply.interval)) != nil {
                    try await replies.send(ControlReply.acknowledged)
                }
            }
            try await replies.send(await outcomeOfRefresh())
        }
    }

    private func outcomeOfRefresh() async -> ControlReply {
        do throws(RefreshError) {
            return .refreshed(try await service.refresh())
        } catch {
            return .failed(error)
        }
    }

    private func tellStates(
        to replies: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        for await update in await service.states() {
            try await replies.send(ControlReply.state(update))
        }
    }
}
