import CProgram

/// A shared library in this process.
struct LoadedLibrary: Equatable {
    /// The file as the program names it, such as `libpng16.so.16`.
    let name: String
    /// The version that the library tells, otherwise that of its file; `nil` if neither has one.
    let version: String?

    /// The libraries that are loaded now, by name; those that load on first use are not among them
    /// before.
    static func all() -> [LoadedLibrary] {
        var libraries: [LoadedLibrary] = []
        withUnsafeMutablePointer(to: &libraries) { libraries in
            // SAFETY: the callback runs before this call returns, with the pointer given to it.
            cprogram_visit_libraries(
                { path, file, version, libraries in
                    let library = LoadedLibrary(
                        path: String(cString: path), file: String(cString: file),
                        version: version.map { String(cString: $0) })
                    libraries?.assumingMemoryBound(to: [LoadedLibrary].self).pointee.append(library)
                }, libraries)
        }
        return libraries.sorted { $0.name < $1.name }
    }

    /// - Parameters:
    ///   - file: The file that the path leads to.
    ///   - version: What the library tells, such as `ncurses 6.4.20221231`.
    private init(path: String, file: String, version: String?) {
        name = Self.lastComponent(path)
        self.version =
            version.flatMap { $0.split(separator: " ").last.map(String.init) }
            ?? Self.version(inName: Self.lastComponent(file))
    }

    /// Returns the numbers at the end of a name such as `libre2.so.9.0.0`.
    private static func version(inName name: String) -> String? {
        let parts = name.split(separator: ".")
        let numbers = parts.reversed().prefix { $0.allSatisfy(\.isNumber) }.reversed()
        // One number alone is that of the interface, as in its name.
        return numbers.count < 2 ? nil : numbers.joined(separator: ".")
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
