public import FleetCore

/// The sources that commands and servers know, with their credentials: a port with an adapter for
/// the files of a home and one for PostgreSQL.
///
/// The saved filters of the preferences stay in the home.
public protocol SourceCatalog: Sendable {
    /// Reads the preferences, with the sources of this catalog.
    func load() throws(PreferencesError) -> Preferences

    /// Changes the preferences; see `PreferencesFile.update(since:_:)`. `change` may run several
    /// times.
    func update<Outcome>(
        since known: Preferences?, _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome

    /// Runs `body`, whose commit must not be made with a definition that is changed meanwhile.
    func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome

    /// Checks that credentials can be stored, before anything is changed.
    /// - Throws: `PreferencesError`, `SealingError`.
    func checkStorage(of credentials: Credentials) throws

    /// Reads the credentials by source name.
    func loadCredentials() throws(PreferencesError) -> [String: Credentials]

    /// Reads the credentials of a source; empty without any.
    /// - Throws: `PreferencesError`; `SealingError` if they are sealed and cannot be opened.
    func credentials(of name: String) throws -> Credentials

    /// Changes the credentials; `change` may run several times.
    func updateCredentials<Outcome>(
        _ change: (inout [String: Credentials]) throws -> Outcome
    ) async throws -> Outcome

    /// Makes ``load()`` return what other processes have changed.
    func refresh() async throws
}

extension SourceCatalog {
    /// Changes the preferences; see `PreferencesFile.update(since:_:)`.
    @discardableResult
    public func update<Outcome>(
        _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        try await update(since: nil, change)
    }
}

/// The sources of a home, in its files of preferences and credentials.
public struct HomeSourceCatalog: SourceCatalog {
    private let preferences: PreferencesFile
    private let credentials: CredentialsFile

    /// Creates a reference to the sources of a home.
    public init(home: Home) {
        (preferences, credentials) = (PreferencesFile(home: home), CredentialsFile(home: home))
    }

    /// Reads the preferences.
    public func load() throws(PreferencesError) -> Preferences { try preferences.load() }

    /// Changes the preferences.
    public func update<Outcome>(
        since known: Preferences?, _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        try await preferences.update(since: known, change)
    }

    /// Runs `body` while no other process changes the preferences or the credentials.
    public func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
        try await preferences.withLock(body)
    }

    /// Checks that the file of the credentials can be read.
    public func checkStorage(of credentials: Credentials) throws {
        _ = try self.credentials.load()
    }

    /// Reads the credentials by source name.
    public func loadCredentials() throws(PreferencesError) -> [String: Credentials] {
        try credentials.load()
    }

    /// Reads the credentials of a source.
    public func credentials(of name: String) throws -> Credentials {
        try loadCredentials()[name] ?? Credentials()
    }

    /// Changes the credentials.
    public func updateCredentials<Outcome>(
        _ change: (inout [String: Credentials]) throws -> Outcome
    ) async throws -> Outcome {
        try await credentials.update(change)
    }

    /// The files are read each time.
    public func refresh() {}
}
