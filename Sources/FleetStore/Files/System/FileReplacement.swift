/// Atomic replacement of a file: readers see the old file or the new one.
///
/// The bytes are written to a temporary file in the same folder, flushed to disk, and renamed. The
/// temporary file always has the same name, so the next write removes one that a killed process
/// left. The caller must therefore hold a lock.
struct FileReplacement {
    /// Path of the file, which may be a symbolic link.
    let path: String
    /// Distinguishes the temporary files of writers that do not share a lock.
    let writer: UInt64

    /// Writes the file with mode 0600, or with those of the replaced file if `keepingPermissions`.
    func write(_ bytes: [UInt8], keepingPermissions: Bool) throws(SystemError) {
        let target = try FileSystem.target(of: path)
        let folder = FileSystem.folder(of: target) ?? "."
        let temporary = folder + "/." + name(of: target) + "." + String(writer, radix: 36) + ".tmp"
        FileSystem.remove(temporary)
        do {
            try fill(temporary, with: bytes, permissionsOf: keepingPermissions ? target : nil)
            try FileSystem.rename(temporary, to: target)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
        // The new name must survive a power failure, too; if folders cannot be synchronized, the
        // file is complete anyway.
        try? OpenFile(folder, for: .reading).synchronize()
    }

    private func fill(
        _ temporary: String, with bytes: [UInt8], permissionsOf original: String?
    ) throws(SystemError) {
        let file = try OpenFile(temporary, for: .creating)
        if let original, let status = try? FileSystem.status(of: original) {
            try file.setPermissions(of: status)
        }
        try file.write(bytes)
        try file.synchronize()
    }

    private func name(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }
}
