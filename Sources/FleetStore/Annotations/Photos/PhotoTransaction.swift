import FleetCore

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
        folder = try location.mappingErrors { () throws(SystemError) in
            try OpenFolder(location.path)
        }
        let content = String(decoding: Self.markerContent(in: folder), as: UTF8.self)
        let lines = content.split(separator: "\n")
        names = Set(lines.filter(PhotoFolder.isFileName).map(String.init))
    }

    /// Creates the marker.
    func begin() throws(PhotoError) {
        marker = try location.createFile(PhotoFolder.marker, in: folder)
        try location.mappingErrors { () throws(SystemError) in try folder.synchronize() }
    }

    /// Copies photos into the folder; those without a row at the end of the transaction are
    /// removed.
    func copy(_ files: PhotoFiles) throws -> [Photo] {
        var photos: [Photo] = []
        try files.forEach { bytes, hash, info in
            try stage(bytes, as: photos.count)
            photos.append(Photo(number: 0, hash: hash, info: info, bytes: bytes.count))
        }
        try addToMarker(photos)
        try location.mappingErrors { () throws(SystemError) in
            for (number, photo) in photos.enumerated() {
                try folder.rename(Self.temporaryName(number), to: photo.fileName)
            }
            try folder.synchronize()
        }
        return photos
    }

    /// Adds files to the marker before they are created or removed.
    func addToMarker(_ photos: [Photo]) throws(PhotoError) {
        names.formUnion(photos.map(\.fileName))
        let lines = photos.map { $0.fileName + "\n" }.joined()
        try location.mappingErrors { () throws(SystemError) in
            try marker?.write(Array(lines.utf8))
            try marker?.synchronize()
        }
    }

    /// Removes the listed files except those to keep, then the marker.
    func finish(keeping kept: Set<String>) throws(PhotoError) {
        try location.mappingErrors { () throws(SystemError) in
            for number in 0..<Photo.limit { try folder.remove(Self.temporaryName(number)) }
            for name in names.subtracting(kept) { try folder.remove(name) }
            try folder.synchronize()
            try folder.remove(PhotoFolder.marker)
            try folder.synchronize()
        }
        names = []
        marker = nil
    }

    private func stage(_ bytes: [UInt8], as number: Int) throws(PhotoError) {
        let file = try location.createFile(Self.temporaryName(number), in: folder)
        try location.mappingErrors { () throws(SystemError) in
            try file.write(bytes)
            try file.synchronize()
        }
    }

    /// Returns the content of the marker; empty if it is not a regular file.
    private static func markerContent(in folder: borrowing OpenFolder) -> [UInt8] {
        guard let marker = try? folder.read(PhotoFolder.marker),
            (try? marker.status().kind) == .file
        else { return [] }
        return (try? marker.bytes(limit: 65_536)) ?? []
    }

    private static func temporaryName(_ number: Int) -> String { ".\(number).tmp" }
}
