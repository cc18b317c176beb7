public import FleetCore
public import FleetSQL
public import Foundation

/// A photo of a note.
public struct TeamPhoto: Equatable, Sendable {
    /// The ID, a UUID of version 7.
    public var id: UUID
    /// The number within its note, from 1; it does not change when others are removed.
    public var number: Int
    /// The format and dimensions.
    public var info: Photo.Info
    /// The size of the file in bytes.
    public var bytes: Int
    /// The file.
    public var file: PhotoFile
}

/// The file of a photo, which is reached only through a note.
public struct PhotoFile: Hashable, Sendable {
    let owner: UserID
    /// The SHA-256 of the file, in 64 lower-case hexadecimal digits.
    public let hash: String
    /// The format.
    public let format: Photo.Format
    /// The time of its entry for the cleanup, if this upload made one.
    var preparedAt: Timestamp?

    /// The name of the file.
    var name: String { hash + "." + format.fileExtension }

    /// The path within the folder of the team's photos: a folder per owner.
    public var path: String { "\(owner.text)/\(name)" }

    /// The path of its thumbnail, a JPEG, within the same folder.
    public var thumbnailPath: String { "\(owner.text)/\(hash).thumb.jpg" }
}

extension PhotoFile {
    /// Returns the files of all photos of a team's users; for commands on the machine of the
    /// server.
    public static func all(in database: any TeamDatabase) async throws -> [PhotoFile] {
        try await database.read(as: .server) { transaction in
            try transaction.rows(
                """
                SELECT owner, hash, format FROM photo WHERE owner NOT IN (\(Table.homeOwners))
                ORDER BY owner, hash
                """, []
            ) { row in
                guard let owner = row.uuid(0), let hash = row.text(1),
                    let format = row.text(2).flatMap(Photo.Format.init)
                else { return nil }
                return PhotoFile(owner: UserID(owner), hash: hash, format: format)
            }
        }
    }
}

extension TeamPhoto {
    /// Creates a photo from the columns id, number, hash, format, width, height, bytes and owner,
    /// after one that names the note.
    init?(row: any SQLRow) {
        guard let id = row.uuid(1), let number = row.integer(2), let hash = row.text(3),
            let format = row.text(4).flatMap(Photo.Format.init), let width = row.integer(5),
            let height = row.integer(6), let bytes = row.integer(7), let owner = row.uuid(8)
        else { return nil }
        self.init(
            id: id, number: Int(number),
            info: Photo.Info(format: format, width: Int(width), height: Int(height)),
            bytes: Int(bytes), file: PhotoFile(owner: UserID(owner), hash: hash, format: format))
    }
}
