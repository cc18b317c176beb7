import FleetCore
import FleetSQL
import FleetSettings

/// The check value of a database: a text that only the key of its servers opens.
///
/// A server with another key could neither read the credentials of sources nor write any that the
/// others can read, so it is found at its start. The first process that seals something, or the
/// first server, stores the value.
struct KeyCheck {
    private static let (setting, purpose, text) = ("key_check", "key check", Array("fleet".utf8))

    let transaction: any SQLTransaction
    /// The address of the database, for errors.
    let database: String

    private var settings: ServerSettingTable { ServerSettingTable(transaction: transaction) }

    /// Returns the check value; `nil` if no process has stored one.
    func value() throws -> String? { try settings.value(Self.setting) }

    /// Returns whether a key opens a check value.
    static func opens(_ value: String, with seal: CredentialSeal) -> Bool {
        seal.key.open(value, for: purpose) == text
    }

    /// Checks that the servers use this key, and stores the check value if there is none.
    ///
    /// An older database without one takes that of a key which opens credentials that are sealed
    /// already.
    /// - Throws: `SealingError.otherServers`; `.otherKey` if the key opens no credentials.
    func require(_ seal: CredentialSeal) throws {
        if try value() == nil {
            let content = try SourceTable(transaction: transaction).read(at: database)
            let sealed = content.catalog.sources.filter { source in
                source.value.uuid.map { content.sealed[$0] != nil } ?? false
            }
            if let first = sealed.keys.min(), seal.credentials(of: content).isEmpty {
                throw SealingError.otherKey(source: first, path: seal.path)
            }
            // Of several processes at once, one stores its own.
            try transaction.execute(
                "INSERT INTO server_setting (name, value) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                [.text(Self.setting), .text(seal.key.seal(Self.text, for: Self.purpose))])
        }
        guard let value = try value(), Self.opens(value, with: seal) else {
            throw SealingError.otherServers(database: database, path: seal.path)
        }
    }

    /// Stores the check value of a new key of the servers.
    func replace(with seal: CredentialSeal) throws {
        if let value = try value(), Self.opens(value, with: seal) { return }
        try settings.set(Self.setting, seal.key.seal(Self.text, for: Self.purpose))
    }
}
