#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A folder that is open: what is done in it is done there, whatever its path comes to mean meanwhile.
///
/// No link in it is followed.
struct OpenFolder: ~Copyable {
    private let descriptor: CInt

    /// Opens a folder; a link to one is refused.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor < 0 { throw .last }
    }

    deinit {
        close(descriptor)
    }

    /// What stands under a name.
    func status(of name: String) throws(SystemError) -> FileStatus {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Opens a file to read it.
    func read(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    }

    /// Makes a file that is not there yet, with mode 0600.
    func create(_ name: String) throws(SystemError) -> OpenFile {
        try OpenFile(name, in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    }

    /// Gives a file another name, in the place of what has it.
    func rename(_ old: String, to new: String) throws(SystemError) {
        guard renameat(descriptor, old, descriptor, new) == 0 else { throw .last }
    }

    /// Removes a file or a link if it is there; nothing else.
    func remove(_ name: String) throws(SystemError) {
        do {
            guard [.file, .link].contains(try status(of: name).kind) else { return }
        } catch {
            if error.isMissing { return }
            throw error
        }
        try unlink(name)
    }

    /// Removes whatever has a name if it is there, a folder apart.
    func unlink(_ name: String) throws(SystemError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
    }

    /// The names of what stands in it; none if it cannot be listed.
    var names: [String] {
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
                // SAFETY: the system ends the name with a NUL, within the entry.
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    /// Waits until the names are on the disk; not every file system can do so.
    func synchronize() throws(SystemError) {
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw .last }
    }
}
