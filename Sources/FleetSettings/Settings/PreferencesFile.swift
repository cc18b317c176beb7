import POSIX

/// File of the preferences, `preferences.json`.
///
/// It is replaced as a whole, so a killed process leaves the old or the new file, and by one
/// process at a time, so no change is lost. A file that cannot be read is never overwritten. If it
/// is a symbolic link, the target is replaced.
///
///     let file = PreferencesFile(home: home)
///     try await file.update { $0.defaultSource = "paris" }
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
        try load(unless: nil)
    }

    /// Reads the preferences; returns the known ones if the file still has their document.
    private func load(unless known: Preferences?) throws(PreferencesError) -> Preferences {
        let bytes = try file.read()
        if let known, known.document?.bytes == bytes { return known }
        guard let bytes else { return .initial }
        return try file.parsing { () throws(SettingsError) in
            try Preferences(document: bytes, folder: file.folder)
        }
    }

    /// Runs `body` while no other process changes the preferences or the credentials.
    ///
    /// Where the lock cannot be written, nobody can change them, so `body` runs without it.
    public func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
        var lock: FileLock?
        do {
            lock = try await file.lock()
        } catch PreferencesError.unwritable {}
        defer { lock?.release() }
        return try await body()
    }

    /// Changes the preferences.
    ///
    /// If `change` has no effect, nothing is written and no lock is taken, so it works in a home
    /// that cannot be written. Otherwise `change` runs twice: first to detect this, then on the
    /// file's content under the lock.
    ///
    /// - Parameter known: The preferences that were read last, if any; unless the file has changed
    ///   since, it is not parsed again.
    /// - Returns: The result of `change`.
    /// - Throws: ``PreferencesError``, `CancellationError`, or the error of `change`; the file is
    ///   unchanged then.
    @discardableResult
    public func update<Outcome>(
        since known: Preferences? = nil, _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        let known = try known ?? load()
        return try await file.update(known, reload: { try load(unless: known) }, change) {
            new, old in
            try file.parsing { () throws(SettingsError) in try new.encoded(replacing: old) }
        }
    }
}
