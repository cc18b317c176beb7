import Dispatch

/// Listener for the notifications of a channel (`LISTEN`), on a connection and a thread of its own.
///
/// Notifications are hints: some are lost with a connection, which is opened again until the
/// listener is closed.
final class NotificationListener: @unchecked Sendable {
    /// A report of a listener.
    enum Event: Equatable, Sendable {
        /// It listens from now on; whatever happened before was not reported.
        case connected
        /// A notification with this payload arrived.
        case notified(String)
    }

    /// Time until a lost connection is opened again.
    private static let retryDelay = DispatchTimeInterval.seconds(1)

    private let address: PostgresAddress
    private let limits: PostgresLimits
    private let channel: String
    private let report: @Sendable (Event) -> Void
    private let thread = DispatchQueue(label: "postgres-listener")
    // SAFETY: both are used only on the thread, and in `deinit`.
    private var socket: (any DispatchSourceRead)?
    private var isClosed = false

    /// Listens until ``close()``.
    /// - Parameters:
    ///   - channel: A name of lower-case letters and underscores.
    ///   - report: Is called on the thread of the listener; it must not block.
    init(
        to address: PostgresAddress, channel: String, within limits: PostgresLimits,
        _ report: @escaping @Sendable (Event) -> Void
    ) {
        (self.address, self.channel, self.report) = (address, channel, report)
        self.limits = limits
        connect(after: .seconds(0))
    }

    deinit { socket?.cancel() }

    /// Ends the connection.
    func close() {
        thread.async { [self] in
            isClosed = true
            socket?.cancel()
            socket = nil
        }
    }

    private func connect(after delay: DispatchTimeInterval) {
        thread.asyncAfter(deadline: .now() + delay) { [weak self] in
            guard let self, !isClosed else { return }
            do {
                let connection = try PostgresConnection(to: address, within: limits)
                try connection.run("LISTEN \(channel)")
                listen(on: connection)
            } catch {
                connect(after: Self.retryDelay)
            }
        }
    }

    private func listen(on connection: PostgresConnection) {
        let socket = DispatchSource.makeReadSource(
            fileDescriptor: connection.socket, queue: thread)
        // SAFETY: used only on the thread, on which both handlers run.
        nonisolated(unsafe) let connection = connection
        socket.setEventHandler { [weak self] in self?.read(connection) }
        // The socket must stay open until the source has ended.
        socket.setCancelHandler { withExtendedLifetime(connection) {} }
        self.socket = socket
        socket.activate()
        report(.connected)
        read(connection)
    }

    private func read(_ connection: PostgresConnection) {
        do {
            var found = try connection.notifications()
            // The end of the connection is signalled once, perhaps together with its last bytes.
            repeat {
                for notification in found { report(.notified(notification.payload)) }
                found = try connection.notifications()
            } while !found.isEmpty
        } catch {
            socket?.cancel()
            socket = nil
            if !isClosed { connect(after: Self.retryDelay) }
        }
    }
}
