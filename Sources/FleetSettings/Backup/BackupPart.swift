/// Part of a home that a backup has; its raw value is the name in the archive.
///
/// Caches, locks and sockets are not among them, and neither is the key file of sealed credentials,
/// which belongs to a place apart.
package enum BackupPart: String, CaseIterable, Sendable {
    case preferences = "preferences.json"
    case credentials = "credentials.json"
    case login = "login.json"
    case printers = "printers.json"
    case server = "server.json"
    /// Vehicles, sites, events and histories.
    case store = "fleet.sqlite"
    /// People, favorites, notes and views.
    case team = "team.sqlite"
    /// The photos of notes, in a folder for each owner.
    case photos = "team-photos"

    /// Whether it is a file of SQLite, which may have others beside it.
    var isDatabase: Bool { self == .store || self == .team }

    /// Returns the part that has an entry of an archive; `nil` for a name that no backup has.
    static func part(ofEntry name: String) -> BackupPart? {
        let components = name.split(separator: "/", omittingEmptySubsequences: false)
        guard components.count == 3 else {
            return BackupPart(rawValue: name).flatMap { $0 == .photos ? nil : $0 }
        }
        guard components[0] == photos.rawValue,
            components.dropFirst().allSatisfy({ isPhotoName($0) })
        else { return nil }
        return .photos
    }

    /// Returns whether a name may be that of the folder of an owner or of a photo.
    package static func isPhotoName(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 100
            && name.utf8.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }
}

extension Home {
    /// Returns the path of a part.
    package func path(of part: BackupPart) -> String {
        switch part {
        case .preferences: preferencesPath
        case .credentials: credentialsPath
        case .login: loginPath
        case .printers: printersPath
        case .server: serverPath
        case .store: databasePath
        case .team: teamDatabasePath
        case .photos: teamPhotosPath
        }
    }

    /// Path of the lock file that a backup or a restore of this home holds.
    package var backupLockPath: String { Self.join(dataFolder, "locks/backup.lock") }
}
