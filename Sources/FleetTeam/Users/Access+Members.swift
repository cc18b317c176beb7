import FleetSQL
import Foundation

extension Access {
    /// Returns the people who can be given tasks, ordered by name.
    public func members() async throws -> [Member] {
        try await read(nil) { try $0.members() }
    }
}

extension UserTransaction {
    /// Returns the people who can be given tasks, or the one with a name.
    func members(named name: String? = nil) throws -> [Member] {
        let roles = writers.map { "role = '\($0.rawValue)'" } + ["false"]
        return try rows(
            """
            SELECT id, name, coalesce(display_name, name) FROM team_user
            WHERE CAST(?1 AS TEXT) IS NOT NULL AND name IS NOT NULL AND disabled_at IS NULL
                AND (\(roles.joined(separator: " OR "))) AND (CAST(?2 AS TEXT) IS NULL OR name = ?2)
            ORDER BY name
            """, [.optional(name)]
        ) { row in
            guard let id = row.uuid(0), let name = row.text(1), let shown = row.text(2) else {
                return nil
            }
            return Member(name: name, displayName: shown, id: UserID(id))
        }
    }

    /// Returns the ID of the person who is to do a task; `nil` for nobody.
    /// - Throws: ``TeamError/invalid(_:_:)`` for a person who cannot be given tasks.
    func id(of assignee: Assignee) throws -> UserID? {
        switch assignee {
        case .nobody: return nil
        case .me: return owner
        case .named(let name):
            let name = (try? UserName(name))?.text ?? name
            guard let member = try members(named: name).first else {
                throw TeamError.invalid(.assignee, .unknown)
            }
            return member.id
        }
    }
}
