public import FleetCore
import POSIX
import SystemPackage

/// Files to store as photos, which were inspected when the list was made.
public struct PhotoFiles: Sendable {
    /// Returns the format and size of a photo; throws an error with the path if it is not one.
    public typealias Inspection = (_ bytes: [UInt8], _ path: String) throws -> Photo.Info

    /// The photos, without duplicates, in the order in which they are stored; each with number 0.
    public let photos: [Photo]
    private let paths: [String]

    /// Reads and inspects files, before the user is asked for more input.
    /// - Throws: ``PhotoError``, or the error of the inspection.
    public init(_ paths: [String], inspect: Inspection) throws {
        var found: [(photo: Photo, path: String)] = []
        for path in paths {
            let bytes = try Self.bytes(path)
            let info = try inspect(bytes, path)
            let hash = SHA256.hex(bytes)
            guard !found.contains(where: { $0.photo.hash == hash }) else { continue }
            guard found.count < Photo.limit else { throw PhotoError.tooMany }
            found.append((Photo(number: 0, hash: hash, info: info, bytes: bytes.count), path))
        }
        (photos, self.paths) = (found.map(\.photo), found.map(\.path))
    }

    /// Reads each file again and calls `body` with it, in order.
    /// - Throws: ``PhotoError``, also if a file has changed; the error of `body`.
    public func forEach(_ body: (_ photo: Photo, _ bytes: [UInt8]) throws -> Void) throws {
        for (photo, path) in zip(photos, paths) {
            let bytes = try Self.bytes(path)
            guard SHA256.hex(bytes) == photo.hash else {
                throw PhotoError.unreadable(path: path, reason: "it was changed meanwhile")
            }
            try body(photo, bytes)
        }
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
