import FleetCore
import FleetSQL
import Foundation

/// The names of a user, as the others in the team see them.
public struct PersonName: Equatable, Sendable {
    /// The ID.
    public var id: UserID
    /// The sign-in name.
    public var name: String
    /// The name for people; `nil` if it is the sign-in name.
    public var displayName: String?
}

extension Access {
    /// Returns the people of the team who have each word in one of their names, ignoring case and
    /// accents, ordered by sign-in name; only administrators find disabled people.
    ///
    /// - Parameter limit: The maximum number of people.
    public func people(having words: [String], limit: Int) async throws -> [PersonName] {
        let words = words.map(Self.folded)
        return try await read(nil) { transaction in
            let seesDisabled = transaction.rights.sees(.administrators)
            let names = try transaction.transaction.sql.rows(
                """
                SELECT id, name, display_name, disabled_at FROM team_user
                WHERE name IS NOT NULL ORDER BY name
                """, []
            ) { row -> PersonName? in
                guard let id = row.uuid(0), let name = row.text(1),
                    seesDisabled || row.integer(3) == nil
                else { return nil }
                return PersonName(id: UserID(id), name: name, displayName: row.text(2))
            }
            let found = names.lazy.filter { person in
                let text = Self.folded(person.name + " " + (person.displayName ?? ""))
                return words.allSatisfy { text.contains($0) }
            }
            return Array(found.prefix(max(limit, 0)))
        }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
