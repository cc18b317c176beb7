import GRDB
import Synchronization

/// File of a store with its connection, which is reopened when the file was replaced or removed.
///
/// A user may move a damaged store away while a process is watching. Without reopening, later
/// writes of that process would go to the file that was moved away.
final class StoreFile: Sendable {
    private struct OpenDatabase {
        let queue: DatabaseQueue
        let identity: Identity?
    }

    private let path: String
    private let current: Mutex<OpenDatabase>

    init(_ path: String) throws(StoreError) {
        self.path = path
        current = Mutex(try Self.open(path))
    }

    /// Returns the connection to the file that is currently at the path.
    func queue() throws(StoreError) -> DatabaseQueue {
        try current.withLock { (current) throws(StoreError) in
            if current.identity != Identity(path) { current = try Self.open(path) }
            return current.queue
        }
    }

    private static func open(_ path: String) throws(StoreError) -> OpenDatabase {
        OpenDatabase(queue: try StoreConnection.open(path), identity: Identity(path))
    }
}

/// Device and inode number, which distinguish a file from its replacement.
private struct Identity: Equatable {
    let device: UInt64
    let inode: UInt64

    /// Creates the identity of the file at a path; `nil` if it cannot be determined.
    init?(_ path: String) {
        guard let status = try? FileSystem.status(of: path) else { return nil }
        (device, inode) = (status.device, status.inode)
    }
}
