import FleetSettings
import Foundation

/// Home in a temporary folder that is removed on deinitialization.
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

    /// Creates the home's folders and writes a file.
    func put(_ text: String, at path: String) throws {
        try home.createFolders()
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func text(at path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Returns the sorted names in a folder.
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
    /// Lookup function of the dictionary, for use as an environment.
    var lookup: (String) -> String? { { self[$0] } }
}
