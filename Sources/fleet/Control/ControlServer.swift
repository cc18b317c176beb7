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
    func run() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true) {
                $0.makeControlChannel()
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
    private func serve(_ connection: ControlChannel) async {
        try? await connection.executeThenClose { requests, replies in
            for try await line in requests {
                let request = try line.decoded(as: ControlRequest.self)
                try await replies.send(ControlReply.acknowledged)
                switch request {
                case .refresh: try await replies.send(await outcomeOfRefresh())
                case .states: try await tellStates(to: replies)
                }
            }
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
