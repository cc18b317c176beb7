public import FleetCore
import POSIX
import SystemPackage

/// Files to store as photos, with the function that inspects them.
public struct PhotoFiles: Sendable {
    /// Returns the format and size of a photo; throws an error with the path if it is not one.
    public typealias Inspection = @Sendable (_ bytes: [UInt8], _ path: String) throws -> Photo.Info

    private let paths: [String]
    private let inspect: Inspection

    /// Creates a list of files, in the order in which they are stored.
    public init(_ paths: [String], inspect: @escaping Inspection) {
        (self.paths, self.inspect) = (paths, inspect)
    }

    /// Inspects all files, before the user is asked for more input.
    /// - Throws: ``PhotoError``, or the error of the inspection.
    public func check() throws {
        try forEach { _, _, _ in }
    }

    /// Calls `body` with each file in order; duplicates are skipped.
    /// - Throws: ``PhotoError``, or the error of the inspection or of `body`.
    public func forEach(
        _ body: (_ bytes: [UInt8], _ hash: String, _ info: Photo.Info) throws -> Void
    ) throws {
        var hashes: Set<String> = []
        for path in paths {
            let (bytes, info) = try read(path)
            let hash = SHA256.hex(bytes)
            guard hashes.insert(hash).inserted else { continue }
            guard hashes.count <= Photo.limit else { throw PhotoError.tooMany }
            try body(bytes, hash, info)
        }
    }

    /// Reads and inspects a file.
    private func read(_ path: String) throws -> (bytes: [UInt8], info: Photo.Info) {
        let bytes = try Self.bytes(path)
        return (bytes, try inspect(bytes, path))
    }

    /// Reads a file, following links because the user named it.
    ///
    /// Only regular files are read, and only up to the size limit, whatever their stated size.
    private static func bytes(_ path: String) throws(PhotoError) -> [UInt8] {
        let isFile: Bool
        do throws(Errno) {
            let file = try OpenFile(reading: FilePath(argument: path))
            isFile = try file.status().type == .regular
            if isFile, let bytes = try file.bytes(limit: Photo.maxFileBytes) { return bytes }
        } catch {
            throw .unreadable(path: path, reason: error.description)
        }
        throw isFile ? .tooLarge(path: path) : .notAFile(path: path)
    }
}
