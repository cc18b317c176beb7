import FleetCore
import Foundation
import POSIX
package import SystemPackage

/// The files of a backup replace those of a home in one step: the folder with the unpacked files gets
/// another name. Every process that then uses the home moves them to their places first, as often as
/// it takes, so a killed process leaves the old files or the new ones.
///
/// The folder of the home itself cannot be replaced: it may be a volume, or belong to a service.
extension Home {
    /// Folder in which a backup is unpacked.
    package var unpackedFolder: String { Self.join(dataFolder, "restore.part") }
    /// Folder with the unpacked files, once they are whole.
    private var restoredFolder: String { Self.join(dataFolder, "restored") }

    /// Whether the home has any file that a backup would have.
    package var hasContent: Bool {
        BackupPart.allCases.contains { FileSystem.exists(FilePath(path(of: $0))) }
    }

    /// Returns the folder for a backup, which is empty and on the file system of the home's data.
    /// - Throws: `BackupError.unwritable`.
    package func makeUnpackedFolder() throws(BackupError) -> FilePath {
        let folder = FilePath(unpackedFolder)
        try? FileManager.default.removeItem(atPath: unpackedFolder)
        do throws(Errno) {
            try FileSystem.createFolders(folder)
        } catch {
            throw .unwritable(path: unpackedFolder, reason: error.description)
        }
        return folder
    }

    /// Removes what an interrupted restore has unpacked.
    package func removeUnpackedFolder() {
        try? FileManager.default.removeItem(atPath: unpackedFolder)
    }

    /// Replaces the files of the home by those of the unpacked folder, which has all of the backup.
    /// - Throws: `BackupError.unwritable`, and the home is unchanged; `HomeError` if it will be
    ///   finished by the next command.
    package func commitRestore(_ manifest: BackupManifest) throws {
        do {
            let bytes = try manifest.bytes
            let folder = try OpenFolder(FilePath(unpackedFolder))
            let file = try AtomicFile(
                BackupManifest.name, in: folder, permissions: .ownerReadWrite)
            try file.append(bytes)
            try file.complete(durably: true)
            try Self.synchronizeTree(unpackedFolder)
            let data = try OpenFolder(FilePath(dataFolder), followingLinks: true)
            try data.rename("restore.part", to: "restored")
            try data.synchronize()
        } catch {
            throw BackupError.unwritable(path: dataFolder, reason: "\(error)")
        }
        try finishRestore()
    }

    /// Moves the files of a restored backup to their places, if there are any.
    /// - Throws: `HomeError`; the next call goes on.
    package func finishRestore() throws(HomeError) {
        guard FileSystem.exists(FilePath(restoredFolder)) else { return }
        do {
            try createFolders()
            let lock = try restoredLock()
            defer { lock.release() }
            guard FileSystem.exists(FilePath(restoredFolder)) else { return }
            try moveRestoredFiles()
        } catch let error as HomeError {
            throw error
        } catch {
            throw .unusable(
                path: dataFolder, reason: "a restored backup cannot replace its files: \(error)")
        }
    }

    /// Waits until no other process moves the files, which takes it a moment.
    private func restoredLock() throws -> FileLock {
        let path = Self.join(dataFolder, "locks/restored.lock")
        for _ in 0..<500 {
            if let lock = try FileLock.tryAcquire(path) { return lock }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw HomeError.unusable(
            path: dataFolder, reason: "another process is replacing its files by a backup")
    }

    private func moveRestoredFiles() throws {
        let manifestPath = FilePath(Self.join(restoredFolder, BackupManifest.name))
        // Without it, all files are in their places.
        if FileSystem.exists(manifestPath) {
            let manifest = try BackupManifest(
                try OpenFile(reading: manifestPath).bytes(limit: .max) ?? [])
            let entries = Set(manifest.files.map(\.name))
            for part in BackupPart.allCases where part != .photos {
                try place(part, isInBackup: entries.contains(part.rawValue))
            }
            try movePhotos(from: FilePath(Self.join(restoredFolder, BackupPart.photos.rawValue)))
            try removePhotos(except: entries)
            for folder in Set([configFolder, dataFolder]) {
                try OpenFolder(FilePath(folder), followingLinks: true).synchronize()
            }
            FileSystem.removeFile(manifestPath)
        }
        try FileManager.default.removeItem(atPath: restoredFolder)
    }

    /// Moves a part to its place, unless it is there; removes the old one if the backup has none.
    private func place(_ part: BackupPart, isInBackup: Bool) throws {
        let new = Self.join(restoredFolder, part.rawValue)
        let target = path(of: part)
        let isMoved = isInBackup && !FileSystem.exists(FilePath(new))
        guard !isMoved else { return }
        if part.isDatabase {
            // They belong to the old file.
            for suffix in ["-wal", "-shm"] { FileSystem.removeFile(FilePath(target + suffix)) }
        }
        guard isInBackup else { return FileSystem.removeFile(FilePath(target)) }
        try Self.move(FilePath(new), to: FilePath(target))
    }

    /// Adds photos to those of the home, whose folder may be a link or a volume; their names say
    /// what they contain.
    /// - Throws: `Errno`, and the next call goes on.
    package func movePhotos(from folder: FilePath) throws {
        guard FileSystem.exists(folder) else { return }
        let photos = try photosFolder()
        for owner in try OpenFolder(folder).entryNames where BackupPart.isPhotoName(owner) {
            let target = photos.appending(owner)
            try FileSystem.createFolders(target)
            let source = folder.appending(owner)
            for name in try OpenFolder(source).entryNames where BackupPart.isPhotoName(name) {
                try Self.move(source.appending(name), to: target.appending(name))
            }
            try OpenFolder(target).synchronize()
        }
        try OpenFolder(photos).synchronize()
    }

    /// Removes the photos that are not among the entries of a backup.
    private func removePhotos(except entries: Set<String>) throws {
        guard FileSystem.exists(FilePath(teamPhotosPath)) else { return }
        let photos = try photosFolder()
        for owner in try OpenFolder(photos).entryNames where BackupPart.isPhotoName(owner) {
            let folder = try OpenFolder(photos.appending(owner))
            let prefix = "\(BackupPart.photos.rawValue)/\(owner)/"
            let names = folder.entryNames.filter { $0 != "." && $0 != ".." }
            let others = names.filter { !entries.contains(prefix + $0) }
            for name in others { try folder.removeFile(name) }
            if others.count == names.count {
                try FileManager.default.removeItem(atPath: photos.appending(owner).string)
            }
        }
    }

    /// Returns the folder of the photos without links, which exists then.
    private func photosFolder() throws -> FilePath {
        let path = FilePath(teamPhotosPath)
        if !FileSystem.exists(path) { try FileSystem.createFolders(path) }
        return try FileSystem.resolved(path)
    }

    /// Moves a file in place of another, also to another file system.
    private static func move(_ file: FilePath, to target: FilePath) throws {
        guard let name = target.lastComponent?.string else { return }
        let folder = try OpenFolder(target.removingLastComponent(), followingLinks: true)
        if (try? FileSystem.rename(file, to: target)) != nil { return }
        let copy = try AtomicFile(name, in: folder, permissions: .ownerReadWrite)
        let source = try OpenFile(reading: file)
        while true {
            let bytes = try source.read(upTo: 1 << 20)
            if bytes.isEmpty { break }
            try copy.append(bytes)
        }
        try copy.complete(durably: true)
        FileSystem.removeFile(file)
    }

    /// Flushes the entries of a folder and of all folders in it.
    private static func synchronizeTree(_ path: String) throws {
        try OpenFolder(FilePath(path)).synchronize()
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let path = FilePath(join(path, name))
            if FileSystem.isFolder(path) { try OpenFolder(path).synchronize() }
        }
    }
}
