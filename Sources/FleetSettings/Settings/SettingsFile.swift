import FleetCore
import Foundation
import POSIX
import SystemPackage

/// JSON file that is read and written as a whole, by one process at a time.
struct SettingsFile: Sendable, Equatable {
    /// Maximum size in bytes, far above any hand-written file.
    private static let maxBytes = 8 << 20

    let path: String
    /// Folder that is created before the first write.
    let folder: String
    let lockPath: String
    /// Whether the file is rejected if other users can access it.
    let isSecret: Bool

    /// Returns the content of the file; `nil` if it does not exist.
    func read() throws(PreferencesError) -> Data? {
        let status: Stat
        let bytes: [UInt8]?
        do throws(Errno) {
            let file = try OpenFile(reading: FilePath(path))
            status = try file.status()
            bytes = try file.bytes(limit: Self.maxBytes)
        } catch {
            if error == .noSuchFileOrDirectory { return nil }
            throw .unreadable(path: path, reason: error.description)
        }
        if isSecret, status.isAccessibleByOthers { throw .exposed(path: path) }
        guard let bytes else { throw .invalid(path: path, reason: "it is larger than 8 MiB") }
        return Data(bytes)
    }

    /// Writes the file, replacing the old one.
    func write(_ document: Data) throws(PreferencesError) {
        guard document.count <= Self.maxBytes else {
            throw .unwritable(path: path, reason: "it would be larger than 8 MiB")
        }
        do throws(Errno) {
            try replace([UInt8](document))
        } catch {
            if error.isDiskFull { throw .diskFull(path: path) }
            throw .unwritable(path: path, reason: error.description)
        }
    }

    /// Removes the file, or the symbolic link to it, if it exists.
    func remove() { FileSystem.removeFile(FilePath(path)) }

    /// Replaces the target of symbolic links.
    ///
    /// Writers that share the lock use the same temporary name, so that the next one removes a file
    /// that a killed process left.
    private func replace(_ bytes: [UInt8]) throws(Errno) {
        let target = try FileSystem.target(of: FilePath(path))
        guard let name = target.lastComponent?.string else { throw .isDirectory }
        let folder = try OpenFolder(target.removingLastComponent(), followingLinks: true)
        let writer = String(StableHash.hash(lockPath), radix: 36)
        let temporary = ".\(name).\(writer).tmp"
        try? folder.remove(temporary)
        let file = try AtomicFile(
            name, in: folder, temporary: temporary, permissions: .ownerReadWrite)
        if !isSecret, let status = try? target.stat() { try file.setPermissions(of: status) }
        try file.append(bytes)
        try file.complete(durably: true)
        // The new name must survive a power failure, too; if folders cannot be synchronized, the
        // file is complete anyway.
        try? folder.synchronize()
    }

    /// Changes the content of the file under the lock; a change without effect takes no lock.
    ///
    /// `change` runs twice: first on the known content, to see whether it has an effect, then on
    /// the content under the lock.
    func update<Value: Equatable, Outcome>(
        _ known: Value, reload: () throws -> Value, _ change: (inout Value) throws -> Outcome,
        encode: (_ value: Value, _ old: Value) throws -> Data
    ) async throws -> Outcome {
        var changed = known
        let outcome = try change(&changed)
        if changed == known { return outcome }
        let lock = try await lock()
        defer { lock.release() }
        return try updateLocked(reload, change, encode)
    }

    private func updateLocked<Value, Outcome>(
        _ reload: () throws -> Value, _ change: (inout Value) throws -> Outcome,
        _ encode: (_ value: Value, _ old: Value) throws -> Data
    ) throws -> Outcome {
        let old = try reload()
        var value = old
        let outcome = try change(&value)
        try write(encode(value, old))
        return outcome
    }

    /// Takes the lock for writing; creates the folders of the file and of the lock.
    func lock() async throws -> FileLock {
        do {
            for path in [FilePath(folder), FilePath(lockPath).removingLastComponent()] {
                try FileSystem.createFolders(path)
            }
            return try await FileLock.acquire(lockPath, timeout: SettingsLock.timeout)
        } catch let error as Errno {
            throw PreferencesError.unwritable(path: path, reason: error.description)
        } catch FileLockError.timedOut {
            throw PreferencesError.locked(path: path)
        } catch FileLockError.unusable(let path, let reason) {
            throw PreferencesError.unwritable(path: path, reason: reason)
        }
    }

    /// Runs `parse` and adds the file's path to its errors.
    func parsing<Value>(
        _ parse: () throws(SettingsError) -> Value
    ) throws(PreferencesError) -> Value {
        do throws(SettingsError) {
            return try parse()
        } catch {
            switch error {
            case .invalid(let reason): throw .invalid(path: path, reason: reason)
            case .newerVersion(let version): throw .newerVersion(path: path, version: version)
            }
        }
    }
}
