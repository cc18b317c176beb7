import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The columns that the user chose.
    public var columns: ColumnCollection { ColumnCollection(access: self) }
}

/// The columns that one user chose for the list, and for the list with each view of everybody.
///
/// One's own views have their columns themselves. A row is that of a view without a filter, whose
/// key no name of a view has: keys begin with no space.
public struct ColumnCollection: Sendable {
    let access: Access

    /// Returns the names of the columns of the list with a view, or without one; `nil` if the user
    /// chose none.
    public func names(of view: UUID?) async throws -> [String]? {
        try await access.read(nil) { transaction in
            try transaction.rows(
                "SELECT filter FROM saved_view WHERE owner = ?1 AND name_key = ?2",
                [.text(Self.key(of: view))]
            ) { $0.text(0).flatMap { try? ViewContent($0).input.columnNames } }.first
        }
    }

    /// Saves the columns of the list with a view, or without one; `nil` forgets the choice.
    /// - Throws: `ViewContentError` for names of unreasonable length.
    public func save(_ names: [String]?, of view: UUID?) async throws {
        var input = FilterInput()
        input[.fields] = names.map(NameText.list)
        let (key, filter) = (Self.key(of: view), try ViewContent(input).text)
        try await access.write(.own) { transaction in
            guard names != nil else {
                try transaction.execute(
                    "DELETE FROM saved_view WHERE owner = ?1 AND name_key = ?2", [.text(key)])
                return
            }
            let known = try transaction.integer(
                """
                SELECT count(*) FROM saved_view
                WHERE owner = ?1 AND \(UserTransaction.isColumns) AND name_key <> ?2
                """, [.text(key)])
            guard known < Self.limit else { throw TeamError.tooMany(.views, limit: Self.limit) }
            try transaction.execute(
                """
                INSERT INTO saved_view (owner, id, name, name_key, filter, created_at, changed_at)
                VALUES (?1, ?2, 'Columns', ?3, ?4, ?5, ?5)
                ON CONFLICT (owner, name_key) DO UPDATE SET filter = ?4, changed_at = ?5
                """,
                [
                    .uuid(transaction.transaction.newID()), .text(key), .text(filter),
                    .time(transaction.now),
                ])
        }
    }

    /// Each view for everybody has one, and so may some that were removed.
    private static let limit = 2 * TeamView.limit

    private static func key(of view: UUID?) -> String {
        " columns" + (view.map { " " + $0.text } ?? "")
    }
}

extension UserTransaction {
    /// The condition of the rows of columns among those of views.
    static let isColumns = "name_key LIKE ' %'"
}
