#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Files {
    /// A folder in memory, where there is one: files there cost no more than the calls that write them.
    static var memoryFolder: String? {
        let folder = "/dev/shm"
        return access(folder, R_OK | W_OK | X_OK) == 0 ? folder : nil
    }

    /// What is in a folder; `nil` if it is none.
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

    /// Removes a file, or a folder with all that is in it, if it is there.
    static func remove(_ path: String) {
        guard let names = names(in: path) else {
            unlink(path)
            return
        }
        for name in names { remove(path + "/" + name) }
        rmdir(path)
    }

    /// How large a file is, in bytes.
    static func size(of path: String) throws -> Int {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw BenchmarkFailure.system(call: path) }
        return Int(facts.st_size)
    }
}
