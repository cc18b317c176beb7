#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Machine that the benchmarks run on.
enum Machine {
    /// Number of online processors.
    static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// Value of `PATH`.
    static var searchPath: String {
        getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    }

    /// Folder of this program and of those that are built with it.
    static var programFolder: String {
        let path = CommandLine.arguments[0]
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}

/// Standard streams of this process.
enum Standard {
    /// Writes data to stdout.
    static func output(_ text: String) { write(text, to: 1) }

    /// Writes messages to stderr.
    static func error(_ text: String) { write(text, to: 2) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { swrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Exits the process.
func exit(status: Int32) -> Never { exit(status) }

private func swrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
