#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A temporary folder, removed at the end.
struct Workspace {
    /// Its path.
    let root: String

    /// Makes one for feeds and homes.
    init() throws {
        try self.init(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    }

    init(in parent: String) throws {
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
    func remove() { Files.remove(root) }
}
