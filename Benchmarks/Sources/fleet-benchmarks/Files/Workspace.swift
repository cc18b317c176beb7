#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Temporary folder, removed at the end.
struct Workspace {
    /// Path of the folder.
    let root: String

    /// Creates a workspace in the system's temporary folder.
    init() throws {
        try self.init(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    }

    /// Creates a workspace in a folder.
    init(in parent: String) throws {
        var template = Array((parent + "/fleet-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError.system(call: "mkdtemp in \(parent)")
        }
        root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the path of a file or folder in the workspace.
    func path(of name: String) -> String { root + "/" + name }

    /// Path of the file for the error output of commands.
    var errors: String { path(of: "errors") }

    /// Removes the folder and its content.
    func remove() { Files.remove(root) }
}
