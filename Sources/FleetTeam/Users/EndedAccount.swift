import FleetSQL

/// The reason why an account has no access any more.
public enum EndedAccount: Sendable {
    case removed
    case disabled
}

extension Team {
    /// Returns why the account of a session's secret has ended; `nil` if it has not.
    ///
    /// The session itself no longer exists then, so the secret is not checked. It names the account
    /// by an ID that cannot be guessed.
    public func endedAccount(session secret: BearerSecret) async throws -> EndedAccount? {
        try await read { transaction in
            let states = try transaction.sql.rows(
                """
                SELECT removed_at, disabled_at FROM team_user
                WHERE id = ?1 AND id NOT IN (\(Table.homeOwners))
                """, [.uuid(secret.id)]
            ) { ($0.integer(0), $0.integer(1)) }
            guard let (removedAt, disabledAt) = states.first, removedAt == nil else {
                return .removed
            }
            return disabledAt == nil ? nil : .disabled
        }
    }
}
