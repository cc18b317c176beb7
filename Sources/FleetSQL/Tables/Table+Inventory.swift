extension Table {
    /// The rows of imported tables.
    static let inventory: [Table] = [
        Table(
            "inventory", "The tables of sources whose rows were imported", key: ["source"],
            since: 4, copied: "imported tables",
            columns: [
                .id("source", "UUID of the source"),
                .text("headings", "The headings of the columns as a JSON array of texts"),
                .integer("revision", .check("revision > 0"), "Number of changes"),
                .integer("changed_at"),
            ]),
        Table(
            "inventory_row", "The rows of these tables", key: ["source", "number"], since: 4,
            copied: "imported rows",
            columns: [
                .text("source", .references("inventory (source) ON DELETE CASCADE")),
                .integer(
                    "number", .check("number > 0"),
                    "Order of the rows; a removed row leaves a gap"),
                .text("cells", "The cells by their headings as a JSON object of texts"),
            ]),
        Table(
            "inventory_version", "Imported tables before their rows were replaced, ten of each",
            key: ["source", "revision"], since: 4, copied: "earlier tables",
            columns: [
                .text("source", .references("inventory (source) ON DELETE CASCADE")),
                .integer("revision", .check("revision > 0"), "Number of changes until then"),
                .text("headings", "The headings of the columns as a JSON array of texts"),
                .integer("replaced_at"),
            ]),
        Table(
            "inventory_version_row", "The rows of these earlier tables",
            key: ["source", "revision", "number"], since: 4, copied: "earlier rows",
            columns: [
                .text("source"), .integer("revision"),
                .integer("number", .check("number > 0")),
                .text("cells", "The cells by their headings as a JSON object of texts"),
            ],
            rules: [
                """
                FOREIGN KEY (source, revision)
                    REFERENCES inventory_version (source, revision) ON DELETE CASCADE
                """
            ]),
        Table(
            "inventory_upload", "Tables between their preview and its confirmation",
            key: ["owner"], since: 4,
            columns: [
                .owner, .id("id"),
                .id("source", .optional, "UUID of the source; NULL for a new one"),
                .bytes("file"), .integer("created_at"),
            ]),
    ]
}
