import FleetCore
import Foundation

/// A settings document on the disk: read whole, written whole, by one process at a time.
struct SettingsFile: Sendable, Equatable {
    /// The most bytes that are read; people do not write as many.
    static let limit = 8 << 20

    let path: String
    /// The folder that is created before the first writing.
    let folder: String
    let lockPath: String
    /// Whether a file that others may use is refused.
    let isSecret: Bool

    /// The bytes of the file; `nil` if there is none.
    func read() throws(PreferencesFailure) -> Data? {
        let status: FileStatus
        let bytes: [UInt8]?
        do throws(SystemError) {
            let file = try OpenFile(path, for: .reading)
            status = try file.status()
            bytes = try file.bytes(limit: Self.limit)
        } catch {
            if error.isMissing { return nil }
            throw .unreadable(path: path, why: error.words)
        }
        if isSecret, status.isOpenToOthers { throw .exposed(path: path) }
        guard let bytes else { throw .broken(path: path, why: "it is larger than 8 MiB") }
        return Data(bytes)
    }

    /// Writes the file in the place of the old one, if any.
    func write(_ document: Data) throws(PreferencesFailure) {
        guard document.count <= Self.limit else {
            throw .unwritable(path: path, why: "it would be larger than 8 MiB")
        }
        let replacement = FileReplacement(path: path, writer: StableHash.hash(lockPath))
        do throws(SystemError) {
            try replacement.write([UInt8](document), keepingPermissions: !isSecret)
        } catch {
            if error.isFull { throw .full(path: path) }
            throw .unwritable(path: path, why: error.words)
        }
    }

    /// Changes what the file says, under the lock; a change that changes nothing takes none.
    ///
    /// The change is made twice, first to see whether it changes anything, then to what is read under
    /// the lock.
    func update<Value: Equatable, Outcome>(
        load: () throws -> Value, _ change: (inout Value) throws -> Outcome,
        written: (Value) throws -> Data
    ) async throws -> Outcome {
        let seen = try load()
        var wanted = seen
        let outcome = try change(&wanted)
        if wanted == seen { return outcome }
        let lock = try await lock()
        defer { lock.release() }
        return try changeLocked(load, change, written)
    }

    private func changeLocked<Value, Outcome>(
        _ load: () throws -> Value, _ change: (inout Value) throws -> Outcome,
        _ written: (Value) throws -> Data
    ) throws -> Outcome {
        var value = try load()
        let outcome = try change(&value)
        try write(written(value))
        return outcome
    }

    /// Takes the turn at writing; creates the folder if it is missing.
    private func lock() async throws -> FileLock {
        do {
            try FileSystem.createFolder(folder)
            return try await FileLock.acquire(lockPath)
        } catch let failure as SystemError {
            throw PreferencesFailure.unwritable(path: path, why: failure.words)
        } catch FileLockFailure.timedOut {
            throw PreferencesFailure.locked(path: path)
        } catch FileLockFailure.unusable(_, let why) {
            throw PreferencesFailure.unwritable(path: path, why: why)
        }
    }

    /// Reads a document by `parse`, and names the file in what goes wrong.
    func naming<Value>(
        _ parse: () throws(SettingsFault) -> Value
    ) throws(PreferencesFailure) -> Value {
        do throws(SettingsFault) {
            return try parse()
        } catch {
            switch error {
            case .wrong(let why): throw .broken(path: path, why: why)
            case .newer(let version): throw .newerVersion(path: path, version: version)
            }
        }
    }
}
