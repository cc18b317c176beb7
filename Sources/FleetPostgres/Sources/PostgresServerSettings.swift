import FleetSQL
public import FleetSettings

/// The settings of a server in a PostgreSQL database, which all its processes share.
public struct PostgresServerSettings: ServerSettings {
    private let database: PostgresDatabase

    /// Creates a reference to the settings.
    public init(database: PostgresDatabase) { self.database = database }

    /// Returns the origin under which people reach the server; `nil` if there never was one.
    public func publicURL() async throws -> String? { try await value(.publicURL) }

    /// Records the origin under which people reach the server.
    public func setPublicURL(_ url: String) async throws { try await set(.publicURL, url) }

    /// Returns the name of the map's background that administrators chose; `nil` if they did not.
    public func tiles() async throws -> String? { try await value(.tiles) }

    /// Records the name of the map's background.
    public func setTiles(_ name: String) async throws { try await set(.tiles, name) }

    /// Returns the email address for questions that administrators chose; `nil` if they did not.
    public func contact() async throws -> String? { try await value(.contact) }

    /// Records the email address for questions.
    public func setContact(_ address: String) async throws { try await set(.contact, address) }

    /// Returns whether administrators skipped the first steps of a new server.
    public func hasSkippedFirstSteps() async throws -> Bool { try await value(.firstSteps) != nil }

    /// Records that administrators skipped the first steps.
    public func skipFirstSteps() async throws { try await set(.firstSteps, "skipped") }

    /// Returns 64 hexadecimal digits, which are random the first time.
    public func secret() async throws -> String {
        let random = ServerFile.randomSecret()
        try await database.write { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO server_setting (name, value) VALUES ('secret', ?1)
                ON CONFLICT DO NOTHING
                """, [.text(random)])
        }
        return try await value(.secret) ?? random
    }

    private func value(_ setting: ServerSetting) async throws -> String? {
        try await database.read {
            try ServerSettingTable(transaction: $0).value(setting.storedName)
        }
    }

    private func set(_ setting: ServerSetting, _ value: String) async throws {
        try await database.write {
            try ServerSettingTable(transaction: $0).set(setting.storedName, value)
        }
    }
}

/// The statements of the table `server_setting`.
struct ServerSettingTable {
    let transaction: any SQLTransaction

    func value(_ name: String) throws -> String? {
        try transaction.rows(
            "SELECT value FROM server_setting WHERE name = ?1", [.text(name)]
        ) { $0.text(0) }.first
    }

    func set(_ name: String, _ value: String) throws {
        try transaction.execute(
            """
            INSERT INTO server_setting (name, value) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value
            """, [.text(name), .text(value)])
    }
}

extension ServerSetting {
    /// The name in the table.
    var storedName: String {
        switch self {
        case .publicURL: "public_url"
        case .secret: "secret"
        case .tiles: "tiles"
        case .contact: "contact"
        case .firstSteps: "first_steps"
        }
    }
}
