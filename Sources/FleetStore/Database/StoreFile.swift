import GRDB
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file of a store and the connection to it, which is made anew when another file, or none, stands
/// in its place.
///
/// A person may move a damaged store away while a process watches. What that process wrote to the file
/// that it has open would be seen by nobody.
final class StoreFile: Sendable {
    private struct Opened {
        let queue: DatabaseQueue
        let identity: Identity?
    }

    private let path: String
    private let opened: Mutex<Opened>

    init(_ path: String) throws(StoreFailure) {
        self.path = path
        opened = Mutex(try Self.open(path))
    }

    /// The connection to the file that is there now.
    func queue() throws(StoreFailure) -> DatabaseQueue {
        try opened.withLock { (opened) throws(StoreFailure) in
            if opened.identity != Identity(path) { opened = try Self.open(path) }
            return opened.queue
        }
    }

    private static func open(_ path: String) throws(StoreFailure) -> Opened {
        Opened(queue: try StoreConnection.open(path), identity: Identity(path))
    }
}

/// Tells one file from another that came in its place.
private struct Identity: Equatable {
    let device: UInt64
    let number: UInt64

    /// Looks at a path; `nil` if nothing can be seen there.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
