#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The machine that this runs on.
enum Machine {
    /// Processors that are on.
    static var cores: Int { sysconf(Int32(_SC_NPROCESSORS_ONLN)) }

    /// Where programs are looked for.
    static var searchPath: String {
        getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    }
}

/// The standard streams of this process.
enum Standard {
    /// Writes data.
    static func output(_ text: String) { write(text, to: 1) }

    /// Writes talk.
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

/// Ends the process.
func exit(status: Int32) -> Never { exit(status) }

private func swrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
