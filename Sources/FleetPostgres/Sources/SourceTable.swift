import FleetCore
import FleetSQL
import FleetSettings
import Foundation

/// The statements of the tables `named_source` and `source_catalog`.
struct SourceTable {
    let transaction: any SQLTransaction

    /// The sources, and their credentials as they are stored.
    struct Content: Sendable {
        var revision: Int64 = 0
        var catalog = Preferences.Catalog()
        var sealed: [UUID: String] = [:]
    }

    func revision() throws -> Int64 {
        try transaction.integer("SELECT revision FROM source_catalog", [])
    }

    /// Reads everything.
    /// - Throws: `StoreError.corrupt` for settings that cannot be read.
    func read(at path: String) throws -> Content {
        var content = Content(revision: try revision())
        var isReadable = true
        try transaction.query(
            "SELECT source::text, name, settings, credentials FROM named_source", []
        ) { row in
            guard let uuid = row.text(0).flatMap(UUID.init(uuidString:)), let name = row.text(1),
                var source = row.text(2).flatMap(Source.init(settingsText:))
            else { return isReadable = false }
            source.uuid = uuid
            content.catalog.sources[name] = source
            content.sealed[uuid] = row.text(3)
        }
        guard isReadable else { throw StoreError.corrupt(path: path) }
        content.catalog.defaultSource = try transaction.rows(
            """
            SELECT name FROM source_catalog JOIN named_source ON source = default_source
            """, []
        ) { $0.text(0) }.first
        content.catalog.defaultHistory = try transaction.rows(
            "SELECT history FROM source_catalog", []
        ) { $0.text(0) }.first?.flatMap { try? HistorySetting($0) }
        try transaction.query("SELECT source::text, removal FROM source_removal", []) { row in
            guard let uuid = row.text(0).flatMap(UUID.init(uuidString:)) else { return }
            content.catalog.pendingRemovals[uuid] =
                row.text(1).flatMap(Preferences.Removal.init) ?? .snapshots
        }
        return content
    }

    /// Counts a change, unless there was another one since a revision.
    /// - Returns: Whether the change may be made; the row is locked then.
    func advance(from revision: Int64) throws -> Bool {
        try transaction.execute(
            "UPDATE source_catalog SET revision = revision + 1 WHERE revision = CAST(?1 AS bigint)",
            [.integer(revision)]) > 0
    }

    /// Writes the differences between two catalogs.
    func write(_ new: Preferences.Catalog, since old: Preferences.Catalog) throws {
        let (oldSources, newSources) = (Self.sources(old), Self.sources(new))
        for uuid in oldSources.keys where newSources[uuid] == nil {
            try transaction.execute(
                "DELETE FROM named_source WHERE source = CAST(?1 AS uuid)", [Self.value(uuid)])
            try LeaseTable.redefine(uuid, nil, in: transaction)
        }
        for (uuid, named) in newSources {
            let known = oldSources[uuid]
            guard known?.name != named.name || known?.source != named.source else { continue }
            try upsert(named.source, uuid, named: named.name)
            try LeaseTable.redefine(uuid, named.source.definition, in: transaction)
        }
        if new.defaultSource != old.defaultSource || new.sources != old.sources {
            let uuid = new.defaultSource.flatMap { new.sources[$0]?.uuid }
            try transaction.execute(
                "UPDATE source_catalog SET default_source = CAST(?1 AS uuid)",
                [uuid.map(Self.value) ?? .null])
        }
        if new.defaultHistory != old.defaultHistory {
            try transaction.execute(
                "UPDATE source_catalog SET history = ?1", [.optional(new.defaultHistory?.text)])
        }
        try writeRemovals(new.pendingRemovals, since: old.pendingRemovals)
    }

    private func upsert(_ source: Source, _ uuid: UUID, named name: String) throws {
        try transaction.execute(
            """
            INSERT INTO named_source (source, name, location, settings)
            VALUES (CAST(?1 AS uuid), ?2, ?3, ?4)
            ON CONFLICT (source) DO UPDATE
            SET name = excluded.name, location = excluded.location, settings = excluded.settings
            """,
            [
                Self.value(uuid), .text(name), .text(source.location.text),
                .text(try source.settingsText),
            ])
    }

    private func writeRemovals(
        _ new: [UUID: Preferences.Removal], since old: [UUID: Preferences.Removal]
    ) throws {
        for uuid in old.keys where new[uuid] == nil {
            try transaction.execute(
                "DELETE FROM source_removal WHERE source = CAST(?1 AS uuid)", [Self.value(uuid)])
        }
        for (uuid, removal) in new where old[uuid] != removal {
            try transaction.execute(
                """
                INSERT INTO source_removal (source, removal) VALUES (CAST(?1 AS uuid), ?2)
                ON CONFLICT (source) DO UPDATE SET removal = excluded.removal
                """, [Self.value(uuid), .text(removal.rawValue)])
        }
    }

    /// Stores sealed credentials; `nil` removes them.
    func setCredentials(_ sealed: String?, of uuid: UUID) throws {
        try transaction.execute(
            "UPDATE named_source SET credentials = ?2 WHERE source = CAST(?1 AS uuid)",
            [Self.value(uuid), .optional(sealed)])
    }

    private static func value(_ uuid: UUID) -> SQLValue { .text(SourceKey(uuid).uuidText) }

    private static func sources(
        _ catalog: Preferences.Catalog
    ) -> [UUID: (name: String, source: Source)] {
        Dictionary(
            catalog.sources.compactMap { name, source in
                source.uuid.map { ($0, (name, source)) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
