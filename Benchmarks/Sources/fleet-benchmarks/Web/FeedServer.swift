import Dispatch
import Synchronization

/// A web server on this machine that hands out the files of a folder, one request after the other.
///
/// A client that names the document's time of update as what it has is told that nothing changed.
final class FeedServer: Sendable {
    private let folder: String
    private let counted: String
    private let listener: Listener
    private let count = Atomic(0)

    /// Begins to serve.
    /// - Parameter counted: the name of the file whose requests count.
    init(folder: String, counting counted: String) throws {
        self.folder = folder
        self.counted = counted
        listener = try Listener()
        DispatchQueue(label: "feed server").async { [listener, weak self] in
            while let connection = listener.accept() { self?.answer(connection) }
        }
    }

    deinit { listener.stop() }

    /// Where it is, without a slash at the end.
    var address: String { "http://127.0.0.1:\(listener.port)" }

    /// How many requests for the counted file were answered.
    var answers: Int { count.load(ordering: .acquiring) }

    private func answer(_ connection: Connection) {
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
