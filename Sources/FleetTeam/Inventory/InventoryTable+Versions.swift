public import FleetCore
import FleetSQL
import Foundation

/// The rows of a source before they were replaced.
public struct InventoryVersion: Equatable, Sendable {
    /// The number of versions that are kept of a source.
    public static let limit = 10

    /// The number of changes until then, which names the version.
    public let revision: Int64
    /// The time at which other rows replaced them.
    public let replacedAt: Timestamp
    /// The number of rows.
    public let count: Int
}

extension InventoryTable {
    /// Keeps the stored rows as a version, and removes the oldest ones above
    /// ``InventoryVersion/limit``.
    func keepVersion(at now: Timestamp) throws {
        try sql.execute(
            """
            INSERT INTO inventory_version (source, revision, headings, replaced_at)
            SELECT source, revision, headings, CAST(?2 AS BIGINT) FROM inventory
            WHERE source = ?1
            """, [.uuid(source), .time(now)])
        try sql.execute(
            """
            INSERT INTO inventory_version_row (source, revision, number, cells)
            SELECT inventory.source, revision, number, cells
            FROM inventory JOIN inventory_row ON inventory_row.source = inventory.source
            WHERE inventory.source = ?1
            """, [.uuid(source)])
        try sql.execute(
            """
            DELETE FROM inventory_version WHERE source = ?1 AND revision NOT IN (
                SELECT revision FROM inventory_version WHERE source = ?1
                ORDER BY revision DESC LIMIT \(InventoryVersion.limit))
            """, [.uuid(source)])
    }

    /// Returns the versions, the newest first.
    func versions() throws -> [InventoryVersion] {
        try sql.rows(
            """
            SELECT revision, replaced_at, (
                SELECT count(*) FROM inventory_version_row
                WHERE inventory_version_row.source = inventory_version.source
                    AND inventory_version_row.revision = inventory_version.revision)
            FROM inventory_version WHERE source = ?1 ORDER BY revision DESC
            """, [.uuid(source)]
        ) { row in
            guard let revision = row.integer(0), let time = row.time(1) else { return nil }
            return InventoryVersion(
                revision: revision, replacedAt: time, count: Int(row.integer(2) ?? 0))
        }
    }

    /// Returns the rows of a version; `nil` if it is not kept.
    func version(_ revision: Int64) throws -> Inventory? {
        let condition = "WHERE source = ?1 AND revision = ?2"
        return try inventory(
            "FROM inventory_version \(condition)", "FROM inventory_version_row \(condition)",
            [.integer(revision)])
    }
}
