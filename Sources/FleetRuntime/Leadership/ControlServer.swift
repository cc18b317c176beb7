import FleetService
import NIOCore
import NIOPosix
import POSIX
import SystemPackage

/// Server of the process that leads a source, on a Unix domain socket.
///
/// Only the process that holds the source's owner lock may run it, because it replaces the socket
/// of an earlier leader that was killed.
struct ControlServer: Sendable {
    let path: String
    let service: VehicleService

    /// Serves until the task is cancelled; the server removes its socket when it is closed.
    ///
    /// A connection accepted during cancellation has to be dropped, which only a plain channel
    /// allows. So each connection becomes a control channel, and is read, only once it is served.
    func run() async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: false)
            .bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true) { connection in
                connection.eventLoop.makeSucceededFuture(connection)
            }
        let cleanup = ExitCleanup { [path] in FileSystem.removeFile(FilePath(path)) }
        defer { cleanup.cancel() }
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    group.addTask { await serve(connection) }
                }
            }
        }
    }

    /// Serves one process; invalid requests and lost connections only close this connection.
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
                case .refresh: try await sendOutcome(to: replies)
                case .states: try await sendStates(to: replies)
                }
            }
        }
    }

    /// Refreshes, and sends acknowledgements meanwhile as a sign that this process is not
    /// suspended.
    private func sendOutcome(
        to replies: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while (try? await Task.sleep(for: ControlReply.interval)) != nil {
                    try await replies.send(ControlReply.acknowledged)
                }
            }
            try await replies.send(await refreshReply())
        }
    }

    private func refreshReply() async -> ControlReply {
        do throws(RefreshError) {
            return .refreshed(try await service.refresh())
        } catch {
            return .failed(error)
        }
    }

    private func sendStates(
        to replies: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) async throws {
        for await update in await service.states() {
            try await replies.send(ControlReply.state(update))
        }
    }
}
