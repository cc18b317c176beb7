import Synchronization
package import SystemPackage

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
package final class OpenFolder: Sendable {
    private let file: OpenFile
    /// Method that names unnamed files, once it is known; `nil` if there is none.
    private let linkMethod = Mutex<LinkMethod??>(nil)

    /// Opens an existing folder.
    /// - Parameter followingLinks: Whether the path may be that of a symbolic link.
    package init(_ path: FilePath, followingLinks: Bool = false) throws(Errno) {
        file = try OpenFile(
            path, .readOnly, options: followingLinks ? .directory : [.directory, .noFollow])
    }

    /// Returns the status of an entry.
    package func status(of name: String) throws(Errno) -> Stat {
        try Stat(name, relativeTo: file.descriptor, flags: .symlinkNoFollow)
    }

    /// Returns whether there is an entry of this name; a dangling link is none.
    package func contains(_ name: String) -> Bool {
        faccessat(descriptor, name, F_OK, 0) == 0
    }

    /// Opens a file for reading; opening a pipe without a writer does not block.
    package func open(_ name: String) throws(Errno) -> OpenFile {
        try open(name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, [])
    }

    /// Creates a new file with these permissions, reduced by the umask; fails if the name exists.
    package func create(
        _ name: String, permissions: FilePermissions = .ownerReadWrite
    ) throws(Errno) -> OpenFile {
        try open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions)
    }

    /// Renames a file, replacing an existing file of the new name.
    package func rename(_ old: String, to new: String) throws(Errno) {
        _ = try retryingInterrupted { renameat(descriptor, old, descriptor, new) }
    }

    /// Removes a regular file or a link if it exists; other entries are left alone.
    package func removeFile(_ name: String) throws(Errno) {
        do throws(Errno) {
            guard [.regular, .symbolicLink].contains(try status(of: name).type) else { return }
            try remove(name)
        } catch {
            if error != .noSuchFileOrDirectory { throw error }
        }
    }

    /// Removes any entry except a folder, if it exists.
    package func remove(_ name: String) throws(Errno) {
        do throws(Errno) {
            _ = try retryingInterrupted { unlinkat(descriptor, name, 0) }
        } catch {
            if error != .noSuchFileOrDirectory { throw error }
        }
    }

    /// Names of its entries; empty if the folder cannot be listed.
    package var entryNames: [String] {
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

    /// Flushes the entries to disk.
    package func synchronize() throws(Errno) { try file.synchronize() }

    private var descriptor: CInt { file.descriptor.rawValue }

    private func open(
        _ name: String, _ flags: CInt, _ permissions: FilePermissions
    ) throws(Errno) -> OpenFile {
        let file = try retryingInterrupted {
            openat(descriptor, name, flags | O_CLOEXEC, permissions.rawValue)
        }
        return OpenFile(owning: FileDescriptor(rawValue: file))
    }
}

extension OpenFolder {
    /// Creates a file without a name, which vanishes unless it is linked; returns `nil` if the
    /// system has none, or cannot link them.
    func createUnnamed(permissions: FilePermissions) -> OpenFile? {
        let method = linkMethod.withLock { method in
            if case .none = method { method = .some(findLinkMethod()) }
            return method ?? nil
        }
        return method == nil ? nil : openUnnamed(permissions: permissions)
    }

    /// Names a file that has no name; fails with `Errno.fileExists` if the name is taken.
    func link(_ file: borrowing OpenFile, as name: String) throws(Errno) {
        guard let method = linkMethod.withLock({ $0 ?? nil }) else { throw .notSupported }
        try link(file.descriptor, as: name, method)
    }

    /// Methods that name an unnamed file (open(2), O_TMPFILE; linkat(2)).
    private enum LinkMethod: CaseIterable {
        /// By its descriptor: Linux 6.10 and later; earlier only with a capability.
        case byDescriptor
        /// By its link in /proc, where that is mounted.
        case byProcess
    }

    /// Returns a method that a trial proves to work in this folder.
    private func findLinkMethod() -> LinkMethod? {
        let name = AtomicFile.temporaryName()
        return LinkMethod.allCases.first { method in
            guard let file = openUnnamed(permissions: .ownerReadWrite),
                (try? link(file.descriptor, as: name, method)) != nil
            else { return false }
            return (try? remove(name)) != nil
        }
    }

    private func openUnnamed(permissions: FilePermissions) -> OpenFile? {
        #if os(Linux)
        let temporaryFile: CInt = 0o20_000_000 | O_DIRECTORY
        return try? open(".", O_WRONLY | temporaryFile, permissions)
        #else
        return nil
        #endif
    }

    private func link(
        _ file: FileDescriptor, as name: String, _ method: LinkMethod
    ) throws(Errno) {
        let emptyPath: CInt = 0x1000  // AT_EMPTY_PATH
        _ = try retryingInterrupted {
            switch method {
            case .byDescriptor: linkat(file.rawValue, "", descriptor, name, emptyPath)
            case .byProcess:
                linkat(
                    AT_FDCWD, "/proc/self/fd/\(file.rawValue)", descriptor, name,
                    AT_SYMLINK_FOLLOW)
            }
        }
    }
}
