import FleetStore
import Foundation

/// A home in a folder of its own, which goes with it.
final class ScratchHome: Sendable {
    let folder: String
    let home: Home

    init() throws {
        folder = "/tmp/fleet-home-test-\(UUID().uuidString)"
        home = try Home(
            environment: ["FLEET_HOME": folder + "/home"].lookup, userHome: nil, userID: geteuid(),
            currentFolder: "/")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    var preferences: PreferencesFile { PreferencesFile(home: home) }
    var credentials: CredentialsFile { CredentialsFile(home: home) }

    /// Puts a file into the home's folder.
    func put(_ text: String, at path: String) throws {
        try home.createFolders()
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func text(at path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The names in a folder, sorted.
    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try (attributes[.posixPermissions] as? NSNumber).map(\.intValue)
            ?? { throw POSIXError(.EINVAL) }()
    }
}

extension [String: String] {
    /// The dictionary as an environment.
    var lookup: (String) -> String? { { self[$0] } }
}
