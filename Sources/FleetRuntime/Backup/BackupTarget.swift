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

    /// - Parameter argument: A file, or an existing folder, in which the file is named by the time.
    init(_ argument: String, at time: Timestamp) {
        let path = FilePath(argument)
        guard FileSystem.isFolder(path) else {
            (self.path, folder) = (path, nil)
            return
        }
        folder = path
        self.path = path.appending(Self.prefix + Self.digits(of: time) + Self.suffix)
    }

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
        for name in names where name.hasPrefix(".") && name.hasSuffix(".part") {
            guard Self.isName(String(name.dropFirst().dropLast(5))) else { continue }
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
