/// The program's version with those of everything that is linked into it:
/// `--version --verbose`.
package struct VersionReport {
    /// Returns whether these arguments ask for it.
    package static func isRequested(by arguments: [String]) -> Bool {
        arguments == ["--version", "--verbose"] || arguments == ["--verbose", "--version"]
    }

    private let program: InstalledProgram
    private let libraries: [LoadedLibrary]

    /// Creates the report of this process.
    package init(of program: InstalledProgram) {
        self.program = program
        libraries = LoadedLibrary.all()
    }

    /// The report, without a line break at the end.
    package var text: String {
        let packages = program.packages.split(separator: ",").map { package in
            let parts = package.split(separator: "=", maxSplits: 1)
            return (name: String(parts[0]), version: parts.count > 1 ? String(parts[1]) : nil)
        }
        return program.versionText
            + Self.list(
                "Swift packages, linked statically", packages,
                otherwise: "not recorded: only builds of the Makefile know their versions")
            + Self.list(
                "libraries of the system",
                libraries.map { (name: $0.name, version: $0.version) }, otherwise: "none")
            + "\n\nlibraries for labels, photos, signed tokens and PostgreSQL load on first use"
    }

    private static func list(
        _ title: String, _ entries: [(name: String, version: String?)], otherwise: String
    ) -> String {
        let width = entries.map(\.name.count).max() ?? 0
        let lines = entries.map { name, version in
            guard let version else { return name }
            return name + String(repeating: " ", count: width + 2 - name.count) + version
        }
        return "\n\n\(title)\n"
            + (lines.isEmpty ? [otherwise] : lines).map { "  " + $0 }.joined(separator: "\n")
    }
}
