import Foundation

/// The file of the preferences, `preferences.json`.
///
/// It is replaced as a whole, so that a process that is killed leaves the old file or the new one, and
/// by one process at a time, so that no change is lost. A file that cannot be read is never
/// overwritten. If it is a link, the file that the link leads to is replaced.
public struct PreferencesFile: Sendable {
    private let file: SettingsFile

    /// The file of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.preferencesPath, folder: home.configFolder,
            lockPath: home.preferencesLockPath, isSecret: false)
    }

    /// The path of the file.
    public var path: String { file.path }

    /// Reads the preferences; without a file they are ``Preferences/initial``.
    public func load() throws(PreferencesFailure) -> Preferences {
        guard let document = try file.read() else { return .initial }
        return try file.naming { () throws(SettingsFault) in
            try Preferences(document: document, folder: file.folder)
        }
    }

    /// Changes the preferences.
    ///
    /// A change that changes nothing writes nothing, and takes no lock: it works in a home that cannot
    /// be written. Any other is made twice, first to see that, then to what the file says under the
    /// lock.
    ///
    /// - Returns: what `change` returns.
    /// - Throws: ``PreferencesFailure``, `CancellationError`, or what `change` throws; the file is
    ///   then as it was.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(load: load, change) { preferences in
            try file.naming { () throws(SettingsFault) in
                try preferences.written(folder: file.folder)
            }
        }
    }
}
