/// Vehicle file that alternates between two prepared states, each time with a later `last_updated`.
final class AlternatingFeed {
    private let current: FeedFile
    private let other: FeedFile
    private var updates = 0

    init(_ current: FeedFile) throws {
        self.current = current
        other = FeedFile(
            count: current.count, path: current.path + ".other", ttl: current.ttl)
        try other.write(hasMoved: true)
    }

    /// Atomically replaces the current state with the other one.
    func alternate() throws {
        updates += 1
        try other.update(after: 60 * updates)
        let temporary = current.path + ".temporary"
        try Files.link(current.path, as: temporary)
        try Files.move(other.path, over: current.path)
        try Files.move(temporary, over: other.path)
    }
}
