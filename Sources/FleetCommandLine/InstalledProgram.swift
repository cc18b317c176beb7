import CProgram

/// The programs of a release.
package enum InstalledProgram: String {
    case fleet
    /// The program that `fleet serve` starts.
    case server = "fleet-server"

    /// Version of all programs.
    package static let version = "0.1.0"

    /// Name, version and commit, for `--version`; without the commit if it is unknown.
    package var versionText: String {
        let commit = String(cString: cprogram_commit())
        return "\(rawValue) \(Self.version)" + (commit.isEmpty ? "" : " (\(commit))")
    }

    /// Linked Swift packages as `name=version,name=version`; empty if they are unknown.
    var packages: String {
        switch self {
        case .fleet: String(cString: cprogram_packages())
        case .server: String(cString: cprogram_server_packages())
        }
    }
}
