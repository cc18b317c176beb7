import Dispatch
import Synchronization

/// HTTP server on the loopback that serves the feed files of a folder, one request at a time.
///
/// A file's `last_updated` is its `ETag`; a request with the current one gets 304.
final class FeedServer: Sendable {
    private let folder: String
    private let counted: String
    private let listener: Listener
    private let count = Atomic(0)

    /// Starts the server.
    /// - Parameter counted: Name of the file whose responses are counted.
    init(folder: String, counting counted: String) throws {
        self.folder = folder
        self.counted = counted
        listener = try Listener()
        DispatchQueue(label: "feed server").async { [listener, weak self] in
            while let connection = listener.accept() { self?.respond(to: connection) }
        }
    }

    deinit { listener.stop() }

    /// URL of the server without a trailing slash.
    var address: String { listener.address }

    /// Number of responses for the counted file.
    var responseCount: Int { count.load(ordering: .acquiring) }

    private func respond(to connection: Connection) {
        guard let request = connection.request() else { return }
        let name = String(request.target.drop { $0 == "/" })
        let path = folder + "/" + name
        guard let update = Files.beginning(of: path, limit: 64).jsonNumber(of: "last_updated")
        else {
            return connection.send("404 Not Found")
        }
        let tag = "\"\(update)\""
        if request.header("If-None-Match") == tag {
            connection.send("304 Not Modified", tag: tag)
        } else {
            connection.send("200 OK", tag: tag, body: Files.text(of: path))
        }
        if name == counted { count.add(1, ordering: .releasing) }
    }
}
