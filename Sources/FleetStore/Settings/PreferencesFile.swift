import Foundation

/// File of the preferences, `preferences.json`.
///
/// It is replaced as a whole, so a killed process leaves the old or the new file, and by one
/// process at a time, so no change is lost. A file that cannot be read is never overwritten. If it
/// is a symbolic link, the target is replaced.
public struct PreferencesFile: Sendable {
    private let file: SettingsFile

    /// Creates a reference to the preferences of a home.
    public init(home: Home) {
        file = SettingsFile(
            path: home.preferencesPath, folder: home.configFolder,
            lockPath: home.preferencesLockPath, isSecret: false)
    }

    /// Path of the file.
    public var path: String { file.path }

    /// Reads the preferences; returns ``Preferences/initial`` without a file.
    public func load() throws(PreferencesError) -> Preferences {
        guard let document = try file.read() else { return .initial }
        return try file.parsing { () throws(SettingsError) in
            try Preferences(document: document, folder: file.folder)
        }
    }

    /// Changes the preferences.
    ///
    /// If `change` has no effect, nothing is written and no lock is taken, so it works in a home
    /// that cannot be written. Otherwise `change` runs twice: first to detect this, then on the
    /// file's content under the lock.
    ///
    /// - Returns: The result of `change`.
    /// - Throws: ``PreferencesError``, `CancellationError`, or the error of `change`; the file is
    ///   unchanged then.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        try await file.update(load: load, change) { preferences in
            try file.parsing { () throws(SettingsError) in
                try preferences.encoded(folder: file.folder)
            }
        }
    }
}
