/// A vehicle file that changes between two prepared states, each time with a later time of update.
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

    /// Puts the other state in the place of the current one, where a file is at any time.
    func alternate() throws {
        updates += 1
        try other.update(after: 60 * updates)
        let aside = current.path + ".aside"
        try Files.link(current.path, as: aside)
        try Files.move(other.path, over: current.path)
        try Files.move(aside, over: other.path)
    }
}
