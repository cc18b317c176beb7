import FleetCore
import POSIX
import SystemPackage

/// Transaction on the files of the photo folder.
///
/// The marker file lists the files that may have to be removed, one per line. It is on disk before
/// they are created, so the next process can clean up if this one is killed. Other files are never
/// removed, even if the database does not know them: the user may have replaced the database.
final class PhotoTransaction {
    private let location: PhotoFolder
    private let folder: OpenFolder
    private var marker: OpenFile?
    /// Names of the files that may have to be removed.
    private(set) var names: Set<String> = []

    /// Creates a transaction and reads the marker that a killed process may have left.
    ///
    /// The caller must hold the lock of the folder.
    init(_ location: PhotoFolder) throws(PhotoError) {
        self.location = location
        try location.create()
        folder = try location.mappingErrors { () throws(Errno) in
            try OpenFolder(FilePath(location.path))
        }
        let content = String(decoding: Self.markerContent(in: folder), as: UTF8.self)
        let lines = content.split(separator: "\n")
        names = Set(lines.filter(PhotoFolder.isFileName).map(String.init))
    }

    /// Creates the marker.
    func begin() throws(PhotoError) {
        marker = try location.creating(PhotoFolder.marker) { (name) throws(Errno) in
            try folder.create(name)
        }
        try location.mappingErrors { () throws(Errno) in try folder.synchronize() }
    }

    /// Copies photos into the folder; those without a row at the end of the transaction are
    /// removed.
    func copy(_ files: PhotoFiles) throws -> [Photo] {
        var photos: [Photo] = []
        var incomplete: [AtomicFile] = []
        try files.forEach { bytes, hash, info in
            let photo = Photo(number: 0, hash: hash, info: info, bytes: bytes.count)
            incomplete.append(try write(bytes, of: photo, number: photos.count))
            photos.append(photo)
        }
        try addToMarker(photos)
        try location.mappingErrors { () throws(Errno) in
            for file in incomplete { try file.complete(durably: true) }
            try folder.synchronize()
        }
        return photos
    }

    /// Adds files to the marker before they are created or removed.
    func addToMarker(_ photos: [Photo]) throws(PhotoError) {
        names.formUnion(photos.map(\.fileName))
        let lines = photos.map { $0.fileName + "\n" }.joined()
        try location.mappingErrors { () throws(Errno) in
            try marker?.write(Array(lines.utf8))
            try marker?.synchronize()
        }
    }

    /// Removes the listed files except those to keep, then the marker.
    func finish(keeping kept: Set<String>) throws(PhotoError) {
        try location.mappingErrors { () throws(Errno) in
            for number in 0..<Photo.limit { try folder.removeFile(Self.temporaryName(number)) }
            for name in names.subtracting(kept) { try folder.removeFile(name) }
            try folder.synchronize()
            try folder.removeFile(PhotoFolder.marker)
            try folder.synchronize()
        }
        names = []
        marker = nil
    }

    /// Writes the incomplete file of a photo.
    private func write(
        _ bytes: [UInt8], of photo: Photo, number: Int
    ) throws(PhotoError) -> AtomicFile {
        let file = try location.creating(Self.temporaryName(number)) { (name) throws(Errno) in
            try AtomicFile(
                photo.fileName, in: folder, temporary: name, permissions: .ownerReadWrite)
        }
        try location.mappingErrors { () throws(Errno) in try file.append(bytes) }
        return file
    }

    /// Returns the content of the marker; empty if it is not a regular file.
    private static func markerContent(in folder: OpenFolder) -> [UInt8] {
        guard let marker = try? folder.open(PhotoFolder.marker),
            (try? marker.status().type) == .regular
        else { return [] }
        return (try? marker.bytes(limit: 65_536)) ?? []
    }

    private static func temporaryName(_ number: Int) -> String { ".\(number).tmp" }
}
