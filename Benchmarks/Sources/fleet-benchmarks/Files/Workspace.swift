#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A temporary folder for feeds and homes, removed at the end.
struct Workspace {
    /// Its path.
    let root: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/fleet-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkFailure.system(call: "mkdtemp in \(parent)")
        }
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The path of something in it.
    func path(of name: String) -> String { root + "/" + name }

    /// The file that gets the error output of programs.
    var errors: String { path(of: "errors") }

    /// Removes the folder with all that is in it.
    func remove() { Self.remove(root) }

    private static func remove(_ path: String) {
        guard let folder = opendir(path) else {
            unlink(path)
            return
        }
        for name in names(in: folder) { remove(path + "/" + name) }
        closedir(folder)
        rmdir(path)
    }

    #if canImport(Darwin)
    private typealias Folder = UnsafeMutablePointer<DIR>
    #else
    private typealias Folder = OpaquePointer
    #endif

    private static func names(in folder: Folder) -> [String] {
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
