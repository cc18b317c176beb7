import FleetCore

/// Writer of the documents beside the vehicles and sites of a source: it writes those that differ
/// from the stored ones, and removes those that the system no longer lists.
struct SideDocumentWriter {
    let source: Int64
    let transaction: any SQLTransaction

    /// Writes the documents that a refresh read.
    ///
    /// - Parameter listed: The names of the documents that the system has.
    /// - Returns: Whether any stored document has changed.
    func write(_ documents: SideDocuments, listed: Set<String>) throws -> Bool {
        let stored = try transaction.rows(
            "SELECT name, digest FROM feed_document WHERE source = ?1", [.integer(source)]
        ) { row in row.text(0).map { ($0, row.text(1) ?? "") } }
        let digests = Dictionary(stored) { $1 }
        var hasChanged = false
        func isChanged(_ name: String, _ digest: String?) throws -> Bool {
            guard let digest else {
                if digests[name] != nil, !listed.contains(name) {
                    hasChanged = true
                    try remove(name)
                }
                return false
            }
            if digests[name] == digest { return false }
            hasChanged = true
            return true
        }
        func write<Content: Codable>(_ content: Content?, _ name: DocumentName<Content>) throws {
            let digest = content.flatMap { SideDocuments.digest(of: $0) }
            guard try isChanged(name.text, digest), let digest, let content else { return }
            try save(name.text, digest, .text(name.stored(content) ?? ""))
        }
        try write(documents.alerts, .alerts)
        try write(documents.pricingPlans, .pricingPlans)
        try write(documents.regions, .regions)
        try write(documents.availability, .availability)
        try write(documents.rowLocations, .rowLocations)
        let digest = documents.zones?.digest
        if try isChanged(DocumentName.zones.text, digest), let digest, let map = documents.zones {
            try save(DocumentName.zones.text, digest, StoredJSON.text(map.globalRules))
            try removeZones()
            for (number, zone) in map.zones.enumerated() {
                try transaction.execute(
                    StoredZone.insert, try StoredZone.values(zone, number: number, of: source))
            }
        }
        return hasChanged
    }

    private func save(_ name: String, _ digest: String, _ content: SQLValue) throws {
        try transaction.execute(
            """
            INSERT INTO feed_document (source, name, digest, content) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (source, name) DO UPDATE
            SET digest = excluded.digest, content = excluded.content
            """, [.integer(source), .text(name), .text(digest), content])
    }

    private func remove(_ name: String) throws {
        try transaction.execute(
            "DELETE FROM feed_document WHERE source = ?1 AND name = ?2",
            [.integer(source), .text(name)])
        if name == DocumentName.zones.text { try removeZones() }
    }

    private func removeZones() throws {
        try transaction.execute("DELETE FROM zone WHERE source = ?1", [.integer(source)])
    }
}
