import Foundation

/// Method that gives an unnamed file a name (open(2), O_TMPFILE; linkat(2)).
enum LinkMethod: CaseIterable {
    /// By its descriptor: Linux 6.10 and later; earlier only with a capability.
    case byDescriptor
    /// By its link in /proc, where that is mounted.
    case byProcess

    /// Returns a method that a trial proves to work in a folder; nil if none does.
    static func usable(in folder: Int32, trial name: String) -> LinkMethod? {
        allCases.first { method in
            guard let file = method.open(in: folder) else { return false }
            defer { close(file) }
            guard method.link(file, as: name, in: folder) == 0 else { return false }
            return unlinkat(folder, name, 0) == 0
        }
    }

    /// Opens an unnamed file, which is removed unless it is linked; returns nil if the system has none.
    func open(in folder: Int32) -> Int32? {
        #if os(Linux)
        let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
        let file = openat(folder, ".", O_WRONLY | temporaryFile | O_CLOEXEC, 0o666 as mode_t)
        return file >= 0 ? file : nil
        #else
        return nil
        #endif
    }

    /// Links a file; returns 0 or the system's error number, EEXIST if the name is taken.
    func link(_ file: Int32, as name: String, in folder: Int32) -> Int32 {
        let status =
            switch self {
            case .byDescriptor: linkat(file, "", folder, name, LinkMethod.emptyPath)
            case .byProcess:
                linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder, name, AT_SYMLINK_FOLLOW)
            }
        return status == 0 ? 0 : errno
    }

    /// AT_EMPTY_PATH.
    private static let emptyPath: Int32 = 0x1000
}
