import AsyncHTTPClient
import NIOCore
import NIOPosix

/// HTTP connections of a process, opened on first use.
actor Connections {
    private enum State {
        case unused
        case open(HTTPClient)
        case closed
    }

    private let limits: HTTPLimits
    /// IP addresses by host name, which take precedence over DNS.
    private let addresses: [String: String]
    private var state = State.unused

    init(limits: HTTPLimits, connecting addresses: [String: String] = [:]) {
        self.limits = limits
        self.addresses = addresses
    }

    deinit {
        // The client requires an explicit shutdown.
        if case .open(let client) = state { client.shutdown { _ in } }
    }

    /// Returns the client; throws `CancellationError` after `shutdown()`.
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

    /// Closes all connections permanently.
    func shutdown() async {
        await disconnect(.closed)
    }

    /// Closes all connections; the next request opens new ones.
    func disconnect() async {
        await disconnect(.unused)
    }

    private func disconnect(_ next: State) async {
        guard case .open(let client) = state else {
            if case .closed = next { state = next }
            return
        }
        state = next
        // An unresponsive host delays the shutdown of the client until its timeout.
        let (completion, continuation) = AsyncStream.makeStream(of: Void.self)
        client.shutdown { _ in continuation.finish() }
        let limit = Task {
            try await Task.sleep(for: .milliseconds(250))
            continuation.finish()
        }
        for await _ in completion {}
        limit.cancel()
    }
}
