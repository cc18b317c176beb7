import FleetCore
import FleetSettings
import Foundation
import POSIX
import SystemPackage

/// Where a backup is written: a file, or a new file in a folder, of which the newest ones stay.
struct BackupTarget {
    /// The path of the file.
    let path: FilePath
    /// The folder that gets many backups; `nil` for a file.
    private let folder: FilePath?

    /// Distinguishes the homes that write backups to one place.
    private let owner: String

    /// - Parameters:
    ///   - argument: A file, or an existing folder, in which the file is named by the time.
    ///   - home: The home that is backed up, or whose photos are.
    init(_ argument: String, of home: Home, at time: Timestamp) {
        owner = StableHash.digits(of: StableHash.hash(home.dataFolder))
        let path = FilePath(argument)
        guard FileSystem.isFolder(path) else {
            (self.path, folder) = (path, nil)
            return
        }
        folder = path
        self.path = path.appending(Self.prefix + Self.digits(of: time) + Self.suffix)
    }

    /// Name of the incomplete file, which the next backup of the home replaces.
    var temporaryName: String { hiddenName + ".tmp" }

    /// Folder for copies of databases, beside the file.
    var workFolder: FilePath {
        path.removingLastComponent().appending(hiddenName + ".part")
    }

    private var hiddenName: String { ".\(path.lastComponent?.string ?? "").\(owner)" }

    /// Whether the file is one of many in a folder.
    var isInFolder: Bool { folder != nil }

    private static let (prefix, suffix) = ("fleet-", ".tar")

    /// Returns a time without characters that file names of other systems lack, such as
    /// `2026-01-31T120000Z`.
    private static func digits(of time: Timestamp) -> String {
        let seconds = Timestamp(milliseconds: time.milliseconds / 1000 * 1000)
        return DiagnosticLog.text(seconds).filter { $0 != ":" }
    }

    /// Removes what killed processes left in the folder.
    func removeLeftovers() {
        guard let folder, let names = try? OpenFolder(folder, followingLinks: true).entryNames
        else { return }
        for name in names {
            guard let match = name.wholeMatch(of: /\.(fleet-.+\.tar)\.(\w+)\.(?:part|tmp)/),
                match.2 == owner, Self.isName(String(match.1))
            else { continue }
            try? FileManager.default.removeItem(atPath: folder.appending(name).string)
        }
    }

    /// Removes all but the newest backups of the folder; other files stay.
    /// - Throws: `BackupError.unwritable`.
    func removeOthers(keeping count: Int) throws(BackupError) {
        guard let folder else { return }
        do throws(Errno) {
            let folder = try OpenFolder(folder, followingLinks: true)
            let names = folder.entryNames.filter(Self.isName).sorted()
            for name in names.dropLast(count) { try folder.removeFile(name) }
        } catch {
            throw .unwritable(path: folder.string, reason: error.description)
        }
    }

    /// Returns whether a file is a backup of this folder, by its name.
    static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /fleet-\d{4}-\d\d-\d\dT\d{6}Z\.tar/) != nil
    }
}
