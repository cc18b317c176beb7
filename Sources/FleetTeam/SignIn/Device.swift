public import FleetCore
import FleetSQL

/// A browser in which a user has signed in, and which other people's wrong passwords do not lock
/// out.
///
/// Its secret is in a cookie of its own, which survives signing out. It does not sign in: attempts
/// of the device to sign in to this one account are not delayed by the failures of others, and have
/// a reserved place at the ``PasswordHasher``. Each sign-in replaces the secret; only its hash is
/// stored.
public struct Device: Equatable, Sendable {
    /// Time for which a device is known after a sign-in.
    public static let lifetime = Duration.seconds(90 * 86_400)
    /// Number of devices of a user; a further one drops the one that expires first.
    static let limit = 100
    /// Number of failures after which the attempts of a device are delayed like those of strangers.
    static let allowance: Int64 = 5
    /// Time for which a replaced secret is valid, because the answer with the new one can get lost.
    static let grace = Duration.seconds(60)

    /// The time of the sign-in.
    public var signedInAt: Timestamp
    /// The time when it is forgotten, unless the user signs in again.
    public var expiresAt: Timestamp
}

/// The devices of one user.
public struct DeviceCollection: Sendable {
    let access: Access

    /// Returns the devices, the last used first.
    public func all() async throws -> [Device] {
        try await access.read(.account) { transaction in
            try transaction.rows(
                """
                SELECT created_at, expires_at FROM device
                WHERE owner = ?1 AND expires_at > ?2 ORDER BY created_at DESC, hash
                """, [.time(transaction.now)]
            ) { row in
                guard let signedInAt = row.time(0), let expiresAt = row.time(1) else { return nil }
                return Device(signedInAt: signedInAt, expiresAt: expiresAt)
            }
        }
    }
}

/// The devices of all users, as in `KnownDevices(in: transaction).uncountFailure(of: device)`.
struct KnownDevices {
    private let transaction: TeamTransaction

    init(in transaction: TeamTransaction) { self.transaction = transaction }

    /// Returns whether attempts of a device to sign in by a name pass the throttle.
    ///
    /// The query is the same for a name that does not exist.
    func isKnown(_ device: BearerSecret, forName name: String) throws -> Bool {
        try transaction.sql.integer(
            "SELECT count(*) FROM device WHERE \(Self.isKnownDevice)", values(device, name)) > 0
    }

    /// Counts an attempt of a device as a failure, until it succeeds: so attempts at the same time
    /// do not evade the limit.
    /// - Returns: Whether it may be made.
    func countFailure(of device: BearerSecret, forName name: String) throws -> Bool {
        try transaction.sql.execute(
            "UPDATE device SET failures = failures + 1 WHERE \(Self.isKnownDevice)",
            values(device, name)) > 0
    }

    /// Takes back a failure of a device.
    func uncountFailure(of device: BearerSecret) throws {
        try transaction.sql.execute(
            """
            UPDATE device SET failures = failures - 1
            WHERE owner = ?1 AND hash = ?2 AND failures > 0
            """, [.uuid(device.id), .text(device.hash)])
    }

    /// Makes the secret of a device in which a user has signed in.
    /// - Parameter former: The secret that the device presented; one of another user stays.
    func add(
        of owner: UserID, replacing former: BearerSecret?, _ random: RandomSource
    ) throws -> BearerSecret {
        if let former, former.id == owner.uuid {
            try transaction.sql.execute(
                """
                UPDATE device SET expires_at = ?3
                WHERE owner = ?1 AND hash = ?2 AND expires_at > ?3
                """, [.uuid(owner.uuid), .text(former.hash), .time(transaction.now + Device.grace)])
        }
        let secret = BearerSecret(id: owner.uuid, random: random)
        try transaction.sql.execute(
            """
            INSERT INTO device (owner, hash, created_at, expires_at, failures)
            VALUES (?1, ?2, ?3, ?4, 0)
            """,
            [
                .uuid(owner.uuid), .text(secret.hash), .time(transaction.now),
                .time(transaction.now + Device.lifetime),
            ])
        try transaction.sql.execute(
            """
            DELETE FROM device WHERE owner = ?1 AND hash <> ?2 AND hash NOT IN
                (SELECT hash FROM device WHERE owner = ?1 AND hash <> ?2
                 ORDER BY expires_at DESC, hash LIMIT \(Device.limit - 1))
            """, [.uuid(owner.uuid), .text(secret.hash)])
        return secret
    }

    /// A device of ?1 with the hash ?2, at the time ?3, whose attempts to sign in as ?4 pass.
    private static let isKnownDevice = """
        owner = ?1 AND hash = ?2 AND expires_at > ?3 AND failures < \(Device.allowance)
            AND EXISTS (SELECT 1 FROM team_user
                WHERE id = owner AND name = ?4 AND disabled_at IS NULL)
        """

    private func values(_ device: BearerSecret, _ name: String) -> [SQLValue] {
        [.uuid(device.id), .text(device.hash), .time(transaction.now), .text(name)]
    }
}
