import FleetCore

/// The rows before they were replaced, which administrators can restore.
extension InventoryCollection {
    /// Returns the versions that are kept, the newest first.
    /// - Throws: ``TeamError/forbidden``.
    public func versions() async throws -> [InventoryVersion] {
        try await access.team.read { transaction in
            _ = try user(.settings, in: transaction)
            return try InventoryTable(of: source, in: transaction.sql).versions()
        }
    }

    /// Returns the present rows, and the differences that restoring a version would make.
    /// - Throws: ``TeamError/forbidden``; ``TeamError/notFound`` for a version that is not kept.
    public func differences(
        from version: Int64
    ) async throws -> (content: Content, found: InventoryComparison) {
        try await access.team.read { transaction in
            _ = try user(.settings, in: transaction)
            let table = InventoryTable(of: source, in: transaction.sql)
            let content = try content(of: table)
            let old = try self.version(version, in: table)
            return (content, try content.rows.differences(from: old))
        }
    }

    /// Restores the rows of a version as they were; the present ones become a version themselves.
    /// - Parameter revision: The number of changes that the person has seen.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/changed``; ``TeamError/notFound`` for a
    ///   version that is not kept; `SourceChangeError/refused` if the settings of the source name a
    ///   column that it does not have.
    @discardableResult
    public func restore(
        _ version: Int64, at revision: Int64
    ) async throws -> InventoryComparison {
        try await change(.changeSettings, keepsOld: true) { rows, content, user in
            guard content.revision == revision else { throw InventoryError.changed }
            let table = InventoryTable(of: source, in: user.transaction.sql)
            let old = try self.version(version, in: table)
            let found = try rows.differences(from: old)
            rows = old
            try audit(.rowsRestored, found, removed: true, by: user)
            return found
        }
    }

    private func version(_ revision: Int64, in table: InventoryTable) throws -> Inventory {
        guard var version = try table.version(revision) else { throw TeamError.notFound }
        version.idHeading = try rules.columns(of: version.headings, settings).id
        return version
    }
}

extension Inventory {
    /// Returns the differences from these rows to those of a version, whose missing columns are
    /// empty.
    fileprivate func differences(
        from version: Inventory
    ) throws(InventoryError) -> InventoryComparison {
        let rest = headings.filter { !version.headings.contains($0) }
        var rows = self
        return try rows.merge(
            TableRows(headings: version.headings + rest, rows: version.rows.map(\.cells)),
            removesMissing: true)
    }
}
