import FleetTestSupport
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Temporary folder for a test's database, removed on deinitialization.
final class StoreFolder {
    let path: String
    var file: String { path + "/fleet.sqlite" }

    init() throws {
        path = NSTemporaryDirectory() + "fleet-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? setMode(0o700, of: path)
        try? FileManager.default.removeItem(atPath: path)
    }

    func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Returns the size of a file in bytes; `nil` if it does not exist.
    func size(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.intValue
    }

    /// Runs SQL on the file with the `sqlite3` program and returns its output.
    func sqlite3(_ sql: String) throws -> String {
        try Tool.lines(of: ["sqlite3", file, sql]).joined(separator: "\n")
    }
}

/// Runs `body` as a user who is subject to file permissions: a thread of root temporarily gets the
/// file system rights of `nobody` (setfsuid(2) applies to one thread).
func withoutPrivileges<T>(_ body: () throws -> T) rethrows -> T {
    #if os(Linux)
    guard geteuid() == 0 else { return try body() }
    let symbol = dlsym(nil, "setfsuid")
    let setFileUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
    _ = setFileUser(65_534)
    defer { _ = setFileUser(0) }
    return try body()
    #else
    return try body()
    #endif
}
