#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How a file without a name gets one (open(2), O_TMPFILE; linkat(2)).
enum LateNaming: CaseIterable {
    /// By its descriptor: Linux from 6.10 on, before that only with a capability.
    case byDescriptor
    /// By its link in /proc, where that is mounted.
    case byProcess

    /// A way that works in a folder, which is tried; nil if there is none.
    static func usable(in folder: Int32, trial name: String) -> LateNaming? {
        allCases.first { naming in
            guard let file = naming.open(in: folder) else { return false }
            defer { close(file) }
            guard naming.name(file, name, in: folder) == 0 else { return false }
            return unlinkat(folder, name, 0) == 0
        }
    }

    /// A file that goes away unless it is named; nil if the system has no such files.
    func open(in folder: Int32) -> Int32? {
        #if os(Linux)
        let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY
        let file = openat(folder, ".", O_WRONLY | withoutName | O_CLOEXEC, 0o666 as mode_t)
        return file >= 0 ? file : nil
        #else
        return nil
        #endif
    }

    /// Returns the system's error number, 0 if the file has its name: EEXIST if another has it.
    func name(_ file: Int32, _ name: String, in folder: Int32) -> Int32 {
        let status =
            switch self {
            case .byDescriptor: linkat(file, "", folder, name, LateNaming.emptyPath)
            case .byProcess:
                linkat(AT_FDCWD, "/proc/self/fd/\(file)", folder, name, AT_SYMLINK_FOLLOW)
            }
        return status == 0 ? 0 : errno
    }

    /// AT_EMPTY_PATH.
    private static let emptyPath: Int32 = 0x1000
}
