#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// File system calls that take paths.
enum FileSystem {
    /// Returns the status of a path; links are followed unless `followingLinks` is false.
    static func status(
        of path: String, followingLinks: Bool = true
    ) throws(SystemError) -> FileStatus {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Creates a folder and its missing parents, all with mode 0700.
    ///
    /// Existing folders are unchanged.
    static func createFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return }
        let error = SystemError.last
        if error.isNotFound, let parent = folder(of: path) {
            try createFolder(parent)
            if mkdir(path, 0o700) == 0 { return }
            // Another process may have created it meanwhile.
            guard SystemError.last.alreadyExists else { throw .last }
        } else if !error.alreadyExists {
            throw error
        }
        guard try status(of: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    }

    /// Returns the path with all symbolic links resolved; the target need not exist.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : (folder(of: path) ?? "") + "/" + link
        }
        throw SystemError(code: ELOOP)
    }

    /// Renames a file, atomically replacing an existing file of the new name.
    static func rename(_ old: String, to new: String) throws(SystemError) {
        #if canImport(Glibc)
        let result = Glibc.rename(old, new)
        #elseif canImport(Musl)
        let result = Musl.rename(old, new)
        #else
        let result = Darwin.rename(old, new)
        #endif
        guard result == 0 else { throw .last }
    }

    /// Removes a file if it exists.
    static func remove(_ path: String) {
        _ = unlink(path)
    }

    /// Returns the parent folder of a path; `nil` for the root and for a bare name.
    static func folder(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func link(at path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
