import Synchronization

/// Paths that a test collects.
final class PathList: Sendable {
    private let list = Mutex<[String]>([])

    var paths: [String] { list.withLock(\.self) }

    func append(_ path: String) { list.withLock { $0.append(path) } }
}
