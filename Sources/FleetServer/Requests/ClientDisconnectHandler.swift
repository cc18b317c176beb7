import FleetCore
import HTTPTypes
import NIOCore
import Synchronization

/// Notices that the client of a connection has closed it, or its side of it, while a handler works
/// on the answer.
final class ClientDisconnectHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private var hasLeft = false
    private var departures: [ObjectIdentifier: Departure] = [:]

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func add(_ departure: Departure) {
        guard !hasLeft else { return departure.cancel() }
        departures[ObjectIdentifier(departure)] = departure
    }

    func remove(_ departure: Departure) {
        departures[ObjectIdentifier(departure)] = nil
    }

    private func leave() {
        hasLeft = true
        for departure in departures.values { departure.cancel() }
        departures = [:]
    }
}

/// Work that ends when its client leaves.
final class Departure: Sendable {
    let cancel: @Sendable () -> Void

    init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }
}

extension IncomingRequest {
    /// Returns the result of work that is cancelled when the client leaves.
    /// - Throws: `Problem` (408) then; the error of the work.
    func untilClientLeaves<T: Sendable>(
        _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let task = Task { try await body() }
        let departure = Departure { task.cancel() }
        let channel = context.channel
        @Sendable func change(_ body: @escaping @Sendable (ClientDisconnectHandler) -> Void) {
            guard channel is any SocketOptionProvider else { return }
            channel.eventLoop.execute {
                (try? channel.pipeline.syncOperations.handler(type: ClientDisconnectHandler.self))
                    .map(body)
            }
        }
        change { $0.add(departure) }
        defer { change { $0.remove(departure) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where task.isCancelled && !Task.isCancelled {
            throw Problem(
                .requestTimeout, "The connection was closed before there was an answer.",
                hint: "Send the request again, and wait for the answer.")
        }
    }
}
