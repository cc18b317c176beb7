/// Writing of a file as a whole: a reader sees the old file or the new one, never a part of either.
///
/// The bytes go to a temporary file in the same folder, to the disk, and then into the file's place.
/// The temporary file always has the same name, so one that a killed process left is used up by the
/// next; the caller therefore holds a lock.
struct FileReplacement {
    /// The file to write, which may be a link to it.
    let path: String
    /// Distinguishes the temporary files of writers that do not share a lock.
    let writer: UInt64

    /// Writes the file; mode 0600 unless the file it replaces is to hand on its own.
    func write(_ bytes: [UInt8], keepingPermissions: Bool) throws(SystemError) {
        let target = try FileSystem.target(of: path)
        let folder = FileSystem.folder(of: target) ?? "."
        let temporary = folder + "/." + name(of: target) + "." + String(writer, radix: 36) + ".tmp"
        FileSystem.remove(temporary)
        do {
            try fill(temporary, with: bytes, like: keepingPermissions ? target : nil)
            try FileSystem.rename(temporary, to: target)
        } catch {
            FileSystem.remove(temporary)
            throw error
        }
        // The new name too must survive a loss of power; where folders cannot be synchronized the
        // file is whole nevertheless.
        try? OpenFile(folder, for: .reading).synchronize()
    }

    private func fill(
        _ temporary: String, with bytes: [UInt8], like model: String?
    ) throws(SystemError) {
        let file = try OpenFile(temporary, for: .creating)
        if let model, let status = try? FileSystem.status(of: model) { try file.adopt(status) }
        try file.write(bytes)
        try file.synchronize()
    }

    private func name(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    }
}
