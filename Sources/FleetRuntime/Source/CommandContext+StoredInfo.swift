package import FleetCore
import FleetSQL
import FleetSQLite

extension CommandContext {
    /// Returns the snapshot of a source that is stored: of its vehicles, or else of its sites; `nil`
    /// without one.
    ///
    /// It requests nothing, and creates no file.
    package func storedInfo(of name: String) async -> SnapshotInfo? {
        guard let selected = try? await select(name, in: preferences(), offline: true),
            let key = selected.key, let store = try? storedSnapshots(of: selected)
        else { return nil }
        return try? store.snapshots.read { reader in
            try reader.info(of: key) ?? reader.info(of: key.forSites)
        }
    }

    private func storedSnapshots(of selected: ResolvedSource) throws -> any FleetStore {
        if database != nil, selected.team == nil { return try openStore() }
        return try HomeStore(readingOnly: home().storePath(of: selected))
    }
}
