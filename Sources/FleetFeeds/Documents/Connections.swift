import AsyncHTTPClient
import NIOCore
import NIOPosix

/// The connections of a process, made when the first one is needed.
actor Connections {
    private enum State {
        case unused
        case open(HTTPClient)
        case closed
    }

    private let limits: HTTPLimits
    /// The addresses of hosts that the system is not asked for.
    private let addresses: [String: String]
    private var state = State.unused

    init(limits: HTTPLimits, connecting addresses: [String: String] = [:]) {
        self.limits = limits
        self.addresses = addresses
    }

    deinit {
        // The client insists on an orderly end.
        if case .open(let client) = state { client.shutdown { _ in } }
    }

    /// The client; throws `CancellationError` after the end.
    func client() throws -> HTTPClient {
        switch state {
        case .open(let client): return client
        case .closed: throw CancellationError()
        case .unused:
            var configuration = HTTPClient.Configuration(limits)
            configuration.dnsOverride = addresses
            let client = HTTPClient(
                eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
                configuration: configuration)
            state = .open(client)
            return client
        }
    }

    /// Closes all connections for good.
    func shutdown() async {
        await disconnect(.closed)
    }

    /// Closes all connections; the next request makes new ones.
    func disconnect() async {
        await disconnect(.unused)
    }

    private func disconnect(_ next: State) async {
        guard case .open(let client) = state else {
            if case .closed = next { state = next }
            return
        }
        state = next
        // An address that does not answer keeps the client from ending until its time is out.
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        client.shutdown { _ in end.finish() }
        let limit = Task {
            try await Task.sleep(for: .milliseconds(250))
            end.finish()
        }
        for await _ in ended {}
        limit.cancel()
    }
}
