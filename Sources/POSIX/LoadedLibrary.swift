import SystemPackage

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A shared library in this process.
package struct LoadedLibrary: Equatable {
    /// The file as the program names it, such as `libpng16.so.16`.
    package let name: String
    /// The version that the library tells, otherwise that of its file; `nil` if neither has one.
    package let version: String?

    /// The libraries that are loaded now, by name; those that load on first use are not among them
    /// before.
    package static func all() -> [LoadedLibrary] {
        // The program itself has no path here, and the kernel's library only a name.
        paths().filter { $0.contains("/") && ($0.contains(".so") || $0.hasSuffix(".dylib")) }
            .map { LoadedLibrary(path: $0) }.sorted { $0.name < $1.name }
    }

    private init(path: String) {
        name = FilePath(path).lastComponent?.string ?? path
        version = Self.ownVersion(of: name) ?? Self.fileVersion(of: path)
    }

    /// Functions without arguments that return a version as text.
    private static let functions: KeyValuePairs = [
        "libc.": "gnu_get_libc_version", "libncursesw.": "curses_version",
        "libqrencode.": "QRcode_APIVersionString", "libsodium.": "sodium_version_string",
        "libsqlite3.": "sqlite3_libversion", "libz.": "zlibVersion",
    ]

    private static func ownVersion(of name: String) -> String? {
        guard let function = functions.first(where: { name.hasPrefix($0.key) })?.value,
            let symbol = dlsym(nil, function)
        else { return nil }
        // SAFETY: each of these functions is `const char *name(void)` with a constant result.
        let version = unsafeBitCast(
            symbol, to: (@convention(c) () -> UnsafePointer<CChar>?).self)
        return version().flatMap { String(cString: $0).split(separator: " ").last.map(String.init) }
    }

    /// Returns the digits at the end of the name of the file that a link such as `libre2.so.9`
    /// leads to.
    private static func fileVersion(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let name = FilePath(String(cString: resolved)).lastComponent?.string ?? ""
        let digits = name.split(separator: ".").drop { $0.contains { !$0.isNumber } }
        let version = digits.filter { $0.allSatisfy(\.isNumber) }.joined(separator: ".")
        return version.isEmpty ? nil : version
    }

    private static func paths() -> [String] {
        var paths: [String] = []
        #if os(Linux)
        withUnsafeMutablePointer(to: &paths) { paths in
            // SAFETY: the callback runs before this call returns, with the pointer given to it.
            _ = dl_iterate_phdr(
                { info, _, paths in
                    if let name = info?.pointee.dlpi_name {
                        paths?.assumingMemoryBound(to: [String].self).pointee
                            .append(String(cString: name))
                    }
                    return 0
                }, paths)
        }
        #else
        for index in 0..<_dyld_image_count() {
            if let name = _dyld_get_image_name(index) { paths.append(String(cString: name)) }
        }
        #endif
        return paths
    }
}
