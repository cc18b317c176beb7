#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Files {
    /// Memory-backed folder, if the system has one; writing a file there costs only the system
    /// calls.
    static var memoryFolder: String? {
        let folder = "/dev/shm"
        return access(folder, R_OK | W_OK | X_OK) == 0 ? folder : nil
    }

    /// Returns the names in a folder, or `nil` if the path is not a folder.
    static func names(in path: String) -> [String]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Removes a file or folder, with its content, if it exists.
    static func remove(_ path: String) {
        guard let names = names(in: path) else {
            unlink(path)
            return
        }
        for name in names { remove(path + "/" + name) }
        rmdir(path)
    }

    /// Returns the size of a file in bytes.
    static func size(of path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw BenchmarkError.system(call: path) }
        return Int(status.st_size)
    }
}
