public import FleetCore

/// Files that a person wants kept as photos, and how their content is told.
public struct PhotoFiles: Sendable {
    /// Tells what the bytes of a file are; the path is for what it throws if they are no photo.
    public typealias Inspection = @Sendable (_ bytes: [UInt8], _ path: String) throws -> Photo.Facts

    private let paths: [String]
    private let inspect: Inspection

    /// Names the files, in the order in which they are to be kept.
    public init(_ paths: [String], inspect: @escaping Inspection) {
        (self.paths, self.inspect) = (paths, inspect)
    }

    /// Looks at all of them, before a person is asked for more.
    /// - Throws: ``PhotoFailure``, or what the inspection throws.
    public func check() throws {
        try forEach { _, _, _ in }
    }

    /// Reads one after the other, but only once what is the same in several of them.
    /// - Throws: ``PhotoFailure``, or what the inspection throws.
    func forEach(
        _ body: (_ bytes: [UInt8], _ hash: String, _ facts: Photo.Facts) throws -> Void
    ) throws {
        var hashes: Set<String> = []
        for path in paths {
            let (bytes, facts) = try read(path)
            let hash = PhotoFolder.hash(of: bytes)
            guard hashes.insert(hash).inserted else { continue }
            guard hashes.count <= Photo.limit else { throw PhotoFailure.tooMany }
            try body(bytes, hash, facts)
        }
    }

    /// Reads one, and tells what it is.
    private func read(_ path: String) throws -> (bytes: [UInt8], facts: Photo.Facts) {
        let bytes = try Self.bytes(path)
        return (bytes, try inspect(bytes, path))
    }

    /// A link is followed, since a person named it; what is no file is not read, and a file never
    /// further than photos may be large, whatever size it claims to have.
    private static func bytes(_ path: String) throws(PhotoFailure) -> [UInt8] {
        let isFile: Bool
        do throws(SystemError) {
            let file = try OpenFile(path, for: .reading)
            isFile = try file.status().kind == .file
            if isFile, let bytes = try file.bytes(limit: Photo.largestFile) { return bytes }
        } catch {
            throw .unreadable(path: path, why: error.words)
        }
        throw isFile ? .tooLarge(path: path) : .notAFile(path: path)
    }
}
