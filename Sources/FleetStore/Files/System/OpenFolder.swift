#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Open folder; operations apply to this folder even if its path changes.
///
/// Symbolic links in it are never followed.
struct OpenFolder: ~Copyable {
    private let descriptor: CInt

    /// Opens a folder; fails if the path is a symbolic link.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { throw .last }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the status of an entry.
    func status(of name: String) throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Opens a file for reading.
    func read(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    }

    /// Creates a new file with mode 0600; fails if the name exists.
    func create(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// Renames a file, replacing an existing file of the new name.
    func rename(_ old: String, to new: String) throws(SystemError) {
        guard renameat(descriptor, old, descriptor, new) == 0 else { throw .last }
    }

    /// Removes a regular file or a link if it exists; other entries are left alone.
    func remove(_ name: String) throws(SystemError) {
        do {
            guard [.file, .link].contains(try status(of: name).kind) else { return }
        } catch {
            if error.isNotFound { return }
            throw error
        }
        try unlink(name)
    }

    /// Removes any entry except a folder, if it exists.
    func unlink(_ name: String) throws(SystemError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
    }

    /// Names of its entries; empty if the folder cannot be listed.
    var entryNames: [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let folder = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                // SAFETY: the system terminates the name with a NUL within the entry.
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// Flushes the entries to disk; ignores file systems that do not support it.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    }
}
