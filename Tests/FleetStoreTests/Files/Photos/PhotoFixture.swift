import FleetCore
import FleetStore
import FleetTestSupport
import Foundation

/// Store in a temporary folder, with helpers for photo files.
final class PhotoFixture {
    let folder: StoreFolder
    let store: FleetStore
    let key = SourceKey(UUID(sourceName: "town"))

    init() throws {
        folder = try StoreFolder()
        store = try FleetStore(path: folder.file)
    }

    var photosPath: String { folder.path + "/photos" }

    /// Sorted file names in the photo folder.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: photosPath).sorted() }
    }

    /// Writes a file and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let path = folder.path + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }

    /// Returns files that are treated as JPEG photos of 4 × 3 pixels, unless their content is
    /// `bad`.
    func files(_ paths: String...) throws -> PhotoFiles { try files(paths) }

    func files(_ paths: [String]) throws -> PhotoFiles {
        PhotoFiles(paths) { bytes, path in
            guard bytes != Array("bad".utf8) else { throw InvalidPhotoError(path: path) }
            return Photo.Info(format: .jpeg, width: 4, height: 3)
        }
    }

    /// Adds a note.
    func add(_ text: String = "note", _ photos: PhotoFiles? = nil) async throws -> Note {
        let note = Note(
            number: 0, vehicleID: "A-1", text: text, createdAt: Timestamp(milliseconds: 1))
        return try await store.annotations.add(note, photos: photos, to: key)
    }

    /// Returns the SHA-256 of a text, computed by the `sha256sum` program.
    func sha256(_ text: String) throws -> String {
        let output = try Tool.output(of: ["sha256sum"], input: Array(text.utf8))
        return String(decoding: output.prefix(64), as: UTF8.self)
    }
}

struct InvalidPhotoError: Error, Equatable {
    let path: String
}
