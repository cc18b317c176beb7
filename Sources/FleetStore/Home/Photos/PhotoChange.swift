import FleetCore

/// A change of the photos that are kept, from before its first file until after its last.
///
/// The marker tells, line by line, the files that may have to go. It is on the disk before they are
/// made, so that whatever moment a process is killed at, the next one knows them. Files that it does
/// not name are never removed, whatever the database says: a person may have put another in its place.
final class PhotoChange {
    private let place: PhotoFolder
    private let folder: OpenFolder
    private var marker: OpenFile?
    /// The names of the files that may have to go.
    private(set) var names: Set<String> = []

    /// Takes over what a process left that was killed, if there is anything.
    ///
    /// Whoever makes a change holds the lock of the folder.
    init(_ place: PhotoFolder) throws(PhotoFailure) {
        self.place = place
        try place.make()
        folder = try place.naming { () throws(SystemError) in try OpenFolder(place.path) }
        let lines = String(decoding: Self.left(in: folder), as: UTF8.self).split(separator: "\n")
        names = Set(lines.filter(PhotoFolder.isFileName).map(String.init))
    }

    /// Puts the marker there.
    func begin() throws(PhotoFailure) {
        marker = try place.making(PhotoFolder.marker, in: folder)
        try place.naming { () throws(SystemError) in try folder.synchronize() }
    }

    /// Copies photos into the folder; they stay only if rows name them when the change ends.
    func take(_ files: PhotoFiles) throws -> [Photo] {
        var photos: [Photo] = []
        try files.forEach { bytes, hash, facts in
            try stage(bytes, as: photos.count)
            photos.append(Photo(number: 0, hash: hash, facts: facts, bytes: bytes.count))
        }
        try mention(photos)
        try place.naming { () throws(SystemError) in
            for (number, photo) in photos.enumerated() {
                try folder.rename(Self.temporaryName(number), to: photo.fileName)
            }
            try folder.synchronize()
        }
        return photos
    }

    /// Names files in the marker before they come or go.
    func mention(_ photos: [Photo]) throws(PhotoFailure) {
        names.formUnion(photos.map(\.fileName))
        let lines = photos.map { $0.fileName + "\n" }.joined()
        try place.naming { () throws(SystemError) in
            try marker?.write(Array(lines.utf8))
            try marker?.synchronize()
        }
    }

    /// Removes the files that may have to go, but for those that are kept, then the marker.
    func end(keeping kept: Set<String>) throws(PhotoFailure) {
        try place.naming { () throws(SystemError) in
            for number in 0..<Photo.limit { try folder.remove(Self.temporaryName(number)) }
            for name in names.subtracting(kept) { try folder.remove(name) }
            try folder.synchronize()
            try folder.remove(PhotoFolder.marker)
            try folder.synchronize()
        }
        names = []
        marker = nil
    }

    private func stage(_ bytes: [UInt8], as number: Int) throws(PhotoFailure) {
        let file = try place.making(Self.temporaryName(number), in: folder)
        try place.naming { () throws(SystemError) in
            try file.write(bytes)
            try file.synchronize()
        }
    }

    /// What the marker says; what is no file is not read.
    private static func left(in folder: borrowing OpenFolder) -> [UInt8] {
        guard let marker = try? folder.read(PhotoFolder.marker),
            (try? marker.status().kind) == .file
        else { return [] }
        return (try? marker.bytes(limit: 65_536)) ?? []
    }

    private static func temporaryName(_ number: Int) -> String { ".\(number).tmp" }
}
