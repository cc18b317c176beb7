import FleetCore
import Foundation

@testable import FleetFeeds

/// Documents of a make-believe web, which notes what is asked for.
///
/// SAFETY: both variables are used under the lock only.
final class Shelf: @unchecked Sendable {
    /// What stands at an address.
    enum Reply {
        /// A document, with its `ETag`.
        case text(String, entityTag: String? = nil)
        /// A failure.
        case failure(FeedFailure.Reason)
    }

    /// A request: the address, and whether it asked for the change only.
    struct Request: Equatable {
        var name: String
        var isConditional = false
    }

    static let root = "https://feeds.example.org/"

    private let lock = NSLock()
    private var replies: [String: Reply]
    private var requests: [Request] = []

    init(_ replies: [String: Reply]) {
        self.replies = replies
    }

    /// Sets what stands at an address from now on.
    subscript(name: String) -> Reply? {
        get { lock.withLock { replies[name] } }
        set { lock.withLock { replies[name] = newValue } }
    }

    /// The requests since the last time, as `name` or `name?` for conditional ones.
    func takeRequests() -> [String] {
        lock.withLock {
            defer { requests = [] }
            return requests.map { $0.name + ($0.isConditional ? "?" : "") }
        }
    }

    /// A loader of a source on the shelf.
    func loader(
        _ name: String, feed: Source.Feed = .vehicles, colors: [String: VehicleColor] = [:],
        at now: Timestamp = noon
    ) -> FeedLoader {
        let source = Source(location: .web(Self.root + name), colorMap: ColorMap(colors))
        return FeedLoader(
            source: source, feed: feed, begin: { { try self.read($0, $1) } }, now: { now },
            shownNow: { now })
    }

    private func read(
        _ address: String, _ remembered: FeedMemory.Document?
    ) throws -> DocumentAnswer {
        let name = address.replacing(Self.root, with: "")
        let asked = remembered?.address == address ? remembered?.entityTag : nil
        let reply = lock.withLock {
            requests.append(Request(name: name, isConditional: asked != nil))
            return replies[name]
        }
        switch reply {
        case .text(let text, let tag):
            if let remembered, let tag, asked == tag { return .notModified(remembered) }
            let document = FeedMemory.Document(address: address, entityTag: tag)
            return .read(bytes: Array(text.utf8), document, base: address)
        case .failure(let reason): throw FeedFailure(reason, at: address)
        case nil: throw FeedFailure(.status(404), at: address)
        }
    }
}

extension FeedAnswer {
    /// The vehicles, if any were read.
    var vehicles: [Vehicle]? { snapshot?.vehicles }

    /// The sites, if any were read.
    var sites: [Site]? { snapshot?.sites }

    /// The snapshot, if one was read.
    var snapshot: Snapshot? {
        if case .loaded(let snapshot, _, _) = self { snapshot } else { nil }
    }

    /// What is to be remembered.
    var memory: FeedMemory {
        switch self {
        case .loaded(_, let memory, _), .notModified(let memory, _): memory
        }
    }
}
