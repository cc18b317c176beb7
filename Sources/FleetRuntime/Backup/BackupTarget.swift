import FleetCore
import FleetSettings
import Foundation
import POSIX
import SystemPackage

/// Where a backup is written: a file, or a new file in a folder, of which the newest ones stay.
struct BackupTarget {
    /// The path of the file.
    let path: FilePath
    /// Whether the file is one of many in a folder.
    let isInFolder: Bool

    /// Distinguishes the homes that write backups to one place.
    private let owner: String
    /// Begins the names of incomplete files, which others who may write to the folder cannot know.
    private let hiddenName: String

    /// - Parameters:
    ///   - argument: A file, or an existing folder, in which the file is named by the time.
    ///   - home: The home that is backed up, or whose photos are.
    init(_ argument: String, of home: Home, at time: Timestamp) {
        owner = StableHash.digits(of: StableHash.hash(home.dataFolder))
        isInFolder = FileSystem.isFolder(FilePath(argument))
        path =
            isInFolder
            ? Self.freePath(in: FilePath(argument), from: time) : FilePath(argument)
        let digits = String(UInt64.random(in: .min ... .max), radix: 36)
        hiddenName = ".\(path.lastComponent?.string ?? "").\(owner).\(digits)"
    }

    /// Name of the incomplete file.
    var temporaryName: String { hiddenName + ".tmp" }

    /// Folder for copies of databases, beside the file.
    var workFolder: FilePath { folder.appending(hiddenName + ".part") }

    private var folder: FilePath {
        let folder = path.removingLastComponent()
        return folder.isEmpty ? "." : folder
    }

    /// Returns the path of a new backup in a folder, named by the first second without one.
    private static func freePath(in folder: FilePath, from time: Timestamp) -> FilePath {
        var second = time.milliseconds / 1000
        while true {
            // Without characters that file names of other systems lack, as `2026-01-31T120000Z`.
            let text = DiagnosticLog.text(Timestamp(milliseconds: second * 1000))
            let path = folder.appending("fleet-\(text.filter { $0 != ":" }).tar")
            guard FileSystem.exists(path) else { return path }
            second += 1
        }
    }

    /// Checks that there is no file, or one that a backup may replace.
    /// - Throws: `CommandError.usage`.
    func check(of home: Home) throws {
        guard path != "-" else {
            throw CommandError.usage(
                "a backup is written to a file, not to the standard output",
                hint: "name a file or a folder, such as fleet.tar")
        }
        guard let status = try? path.stat() else { return }
        let parts = BackupPart.allCases.map { home.path(of: $0) }
        let isOfHome = parts.flatMap { [$0, $0 + "-wal", $0 + "-shm"] }.contains {
            guard let part = try? FilePath($0).stat() else { return false }
            return (part.inode, part.deviceID) == (status.inode, status.deviceID)
        }
        guard status.type == .regular, !isOfHome else {
            throw CommandError.usage(
                "\(path) is \(isOfHome ? "a file of the home" : "not a regular file")",
                hint: "name another file or a folder, such as fleet.tar")
        }
    }

    /// Removes what killed processes left beside the file.
    func removeLeftovers() {
        guard let entries = try? OpenFolder(folder, followingLinks: true) else { return }
        for name in entries.entryNames {
            guard let match = name.wholeMatch(of: /\.(.+)\.(\w+)\.\w+\.(?:part|tmp)/),
                match.2 == owner,
                isInFolder
                    ? Self.isName(String(match.1)) : match.1 == path.lastComponent?.string ?? "",
                (try? entries.status(of: name))?.userID.rawValue == CurrentProcess.userID
            else { continue }
            try? FileManager.default.removeItem(atPath: folder.appending(name).string)
        }
    }

    /// Removes all but the newest backups of the folder up to this one.
    ///
    /// Other files stay, and so do those with later times, which a wrong clock may have given.
    /// - Throws: `BackupError.unwritable`.
    func removeOthers(keeping count: Int) throws(BackupError) {
        guard let name = path.lastComponent?.string else { return }
        do throws(Errno) {
            let entries = try OpenFolder(folder, followingLinks: true)
            let names = entries.entryNames.filter { Self.isName($0) && $0 <= name }.sorted()
            for name in names.dropLast(count) { try entries.removeFile(name) }
        } catch {
            throw .unwritable(path: folder.string, reason: error.description)
        }
    }

    /// Returns whether a file is a backup of a folder, by its name.
    private static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: /fleet-\d{4}-\d\d-\d\dT\d{6}Z\.tar/) != nil
    }
}
