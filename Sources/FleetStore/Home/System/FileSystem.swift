#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The calls on paths that the folders and files of a home need.
enum FileSystem {
    /// What stands at a path; a link is followed unless `followingLinks` is false.
    static func status(
        of path: String, followingLinks: Bool = true
    ) throws(SystemError) -> FileStatus {
        var status = stat()
        let result = followingLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Creates a folder and those above it that are missing, all with mode 0700.
    ///
    /// Folders that are there stay as they are.
    static func createFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 { return }
        let failure = SystemError.last
        if failure.isMissing, let above = folder(of: path) {
            try createFolder(above)
            if mkdir(path, 0o700) == 0 { return }
            // Another process may have been quicker.
            guard SystemError.last.isExisting else { throw .last }
        } else if !failure.isExisting {
            throw failure
        }
        guard try status(of: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    }

    /// The file that a path leads to when all links are followed, whether that file exists or not.
    static func target(of path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<40 {
            guard let link = link(at: path) else { return path }
            path = link.hasPrefix("/") ? link : (folder(of: path) ?? "") + "/" + link
        }
        throw SystemError(code: ELOOP)
    }

    /// Puts one file in the place of another, so that every reader sees one of the two whole.
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

    /// Removes a file if it is there.
    static func remove(_ path: String) {
        _ = unlink(path)
    }

    /// The folder that a path lies in; `nil` for the root and for a bare name.
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
