import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Web servers on many addresses of the loopback that serve the feeds of a fleet, all in one
/// thread.
///
/// The vehicles of a feed change with each poll. Polls send the entity tag of the previous response;
/// checks of documents send none and get the response of the latest poll.
final class FeedHosts: Sendable {
    /// Feeds of one address; the program polls a host once a second at most.
    private static let feedsPerHost = 20
    /// Time in seconds for which the documents that do not change are fresh.
    fileprivate static let ttl = 3_600
    private let listeners: [Listener]
    private let state: Mutex<State>
    private let isStopped = Atomic(false)

    fileprivate struct State {
        var feeds: [PolledFeed] = []
        var exchanges: [Int32: FeedExchange] = [:]
        var polls: [FeedPoll] = []
    }

    /// Makes the feeds and starts the servers.
    /// - Parameter sizes: Numbers of vehicles.
    init(_ sizes: [Int]) throws {
        listeners = try stride(from: 0, to: sizes.count, by: Self.feedsPerHost).map { first in
            let host = UInt32(first / Self.feedsPerHost + 1)
            return try Listener(host: 0x7F01_0000 + host / 200 * 256 + host % 200 + 1)
        }
        var state = State()
        var next = 0
        for size in sizes {
            try Interrupts.check()
            state.feeds.append(PolledFeed(next..<next + size))
            next += size
        }
        self.state = Mutex(state)
        DispatchQueue(label: "feed hosts").async { [weak self] in
            while let self, !self.isStopped.load(ordering: .relaxed) { self.turn() }
        }
    }

    /// Ends the servers.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Polls of vehicles whose response was sent, in order.
    var polls: [FeedPoll] { state.withLock { $0.polls } }

    /// URL of a feed's discovery document.
    func address(of feed: Int) -> String {
        listeners[feed / Self.feedsPerHost].address + "/\(feed)/" + Feed.discoveryName
    }

    /// Waits for something to do, and does it.
    private func turn() {
        var descriptors = listeners.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        descriptors += state.withLock { $0.exchanges.values.map(\.poll) }
        guard poll(&descriptors, nfds_t(descriptors.count), 200) > 0 else { return }
        state.withLock { state in
            for (listener, descriptor) in zip(listeners, descriptors)
            where descriptor.revents != 0 {
                guard let connection = listener.accept() else { continue }
                state.exchanges[connection.descriptor] = FeedExchange(connection)
            }
            for descriptor in descriptors[listeners.count...] where descriptor.revents != 0 {
                state.proceed(descriptor.fd)
            }
        }
    }
}

extension FeedHosts.State {
    /// Continues the exchange of a connection.
    fileprivate mutating func proceed(_ descriptor: Int32) {
        guard let exchange = exchanges[descriptor] else { return }
        var progress = exchange.proceed()
        if case .requested(let request) = progress { progress = respond(to: request, exchange) }
        guard case .ended(let isSent) = progress else { return }
        if isSent, let (feed, update) = exchange.vehicles {
            polls.append(FeedPoll(feed: feed, update: update, sentAt: .now))
        }
        exchanges[descriptor] = nil
    }

    private mutating func respond(
        to request: WebRequest, _ exchange: FeedExchange
    ) -> FeedExchange.Progress {
        let names = request.target.split(separator: "/").map(String.init)
        guard names.count == 2, let feed = Int(names[0]), feeds.indices ~= feed else {
            return exchange.respond(nil)
        }
        let update = time(nil)
        if names[1] == Feed.vehiclesName {
            let isPoll = request.header("If-None-Match") != nil || !feeds[feed].hasChanged
            if isPoll { feeds[feed].change(at: update) }
            return exchange.respond(
                feeds[feed].bytes, tag: String(update), vehicles: isPoll ? (feed, update) : nil)
        }
        let documents = Feed.documents(update: update, ttl: FeedHosts.ttl)
        let document = documents.first { $0.name == names[1] }
        return exchange.respond(document.map { Array($0.text.utf8) })
    }
}
