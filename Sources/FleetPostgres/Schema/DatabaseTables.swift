/// The tables of the program in a database, for programs of PostgreSQL that back it up and restore
/// it.
package enum DatabaseTables {
    /// Name of the schema that has all of them.
    package static let schema = "fleet"

    /// Query of the digest that says which version the tables are of; no row without the tables.
    package static let digestQuery = "SELECT digest FROM fleet.schema_digest"

    /// Statement after a restore, which gives all streams new UUIDs, also for servers that run
    /// meanwhile: their numbers will be used again for other changes.
    package static let renewStreams =
        "UPDATE fleet.change_stream SET uuid = gen_random_uuid()::text"

    /// Returns whether this version can use tables with a digest, or upgrade them.
    package static func isKnown(digest: String) -> Bool { Schema.isKnown(digest) }
}
