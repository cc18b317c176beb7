public import FleetCore
import FleetSQL
public import Foundation

extension Access {
    /// The user's saved filters.
    public var filters: FilterCollection { FilterCollection(access: self) }
}

/// The saved color filters of one user, one per source.
public struct FilterCollection: Sendable {
    let access: Access

    /// Returns the saved filters by the UUID of the source.
    public func all() async throws -> [UUID: ColorFilter] {
        try await access.read(nil) { transaction in
            let filters = try transaction.rows(
                "SELECT source, colors FROM saved_filter WHERE owner = ?1"
            ) { row in
                row.uuid(0).map { ($0, row.text(1).flatMap { ColorFilter([$0]) } ?? .all) }
            }
            return Dictionary(filters) { first, _ in first }
        }
    }

    /// Returns the filter of a source; the one that matches every vehicle if none is saved.
    public func colors(of source: UUID) async throws -> ColorFilter {
        try await access.read(nil) { transaction in
            let labels = try transaction.rows(
                "SELECT colors FROM saved_filter WHERE owner = ?1 AND source = ?2",
                [.uuid(source)]
            ) { $0.text(0) }
            return labels.first.flatMap { ColorFilter([$0]) } ?? .all
        }
    }

    /// Saves the filter of a source; the one that matches every vehicle removes it.
    /// - Throws: ``TeamError/invalid(_:_:)`` for one of unreasonable length.
    public func save(_ colors: ColorFilter, of source: UUID) async throws {
        let text = colors.labels.joined(separator: ",")
        guard text.utf8.count <= Self.maxLength else {
            throw TeamError.invalid(.filter, .tooLong(Self.maxLength))
        }
        try await access.write(.own) { transaction in
            guard !colors.choices.isEmpty else {
                try transaction.execute(
                    "DELETE FROM saved_filter WHERE owner = ?1 AND source = ?2", [.uuid(source)])
                return
            }
            try transaction.execute(
                """
                INSERT INTO saved_filter (owner, source, colors) VALUES (?1, ?2, ?3)
                ON CONFLICT (owner, source) DO UPDATE SET colors = ?3
                """, [.uuid(source), .text(text)])
        }
    }

    private static let maxLength = 2000
}
