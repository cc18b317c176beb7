import FleetCore
public import FleetSQL
public import Foundation

/// An owner of favorites, notes and photos in a home, who is not a user of its team.
///
/// Such an owner has no name and no password. No list of users shows it, and no session, token or
/// link gives access to it.
public enum HomeOwner: Hashable, Sendable {
    /// The command line.
    case local
    /// The login to another team's server that has this ID, whose favorites and notes are mirrored.
    case login(UUID)

    /// The ID of the owner's rows.
    public var uuid: UUID {
        switch self {
        case .local: Self.localID
        case .login(let id): id
        }
    }

    var id: UserID { UserID(uuid) }

    /// A UUID of version 8 (RFC 9562), which no user has: "fleet" and "local".
    private static let localID = UUID(
        uuid: (
            0x66, 0x6C, 0x65, 0x65, 0x74, 0x00, 0x80, 0x00, 0x80, 0x00, 0x00, 0x6C, 0x6F, 0x63,
            0x61, 0x6C
        ))
}

extension UserTransaction {
    /// Creates the transaction of an owner in this home.
    init(_ owner: HomeOwner, in transaction: TeamTransaction) {
        self.init(uncheckedOwner: owner.id, in: transaction)
    }
}

extension SQLTransaction {
    /// Adds the row of an owner, if there is none.
    func insert(_ owner: HomeOwner, at now: Timestamp) throws {
        try execute(
            """
            INSERT INTO team_user (id, role, password, created_at, disabled_at)
            VALUES (?1, 'member', '', ?2, ?2) ON CONFLICT DO NOTHING
            """, [.uuid(owner.uuid), .time(now)])
    }
}

extension HomeTeamDatabase {
    /// Returns whether the home has a team: a user other than the owners of the home.
    public func hasUsers() throws -> Bool {
        let count = try read { transaction in
            try transaction.integer(
                "SELECT count(*) FROM team_user WHERE name IS NOT NULL OR removed_at IS NOT NULL",
                [])
        }
        return (count ?? 0) > 0
    }

    /// Deletes an owner of the home and everything that belongs to it, but no files of photos.
    /// - Parameter keepingDrafts: Whether drafts stay, with the owner.
    public func remove(_ owner: HomeOwner, keepingDrafts: Bool = false) async throws {
        guard exists else { return }
        try await write(durably: true) { transaction in
            let key: [SQLValue] = [.uuid(owner.uuid)]
            let drafts = keepingDrafts ? [] : ["note_draft"]
            for table in ["favorite", "saved_view", "snooze", "sighting", "note", "photo_cleanup"]
                + drafts
            {
                try transaction.execute("DELETE FROM \(table) WHERE owner = ?1", key)
            }
            try transaction.execute(
                """
                DELETE FROM team_user WHERE id = ?1 AND id IN (\(Table.homeOwners))
                    AND NOT EXISTS (SELECT 1 FROM note_draft WHERE owner = ?1)
                """, key)
        }
    }
}
