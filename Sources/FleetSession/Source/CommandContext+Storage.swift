import FleetCore
import FleetStore

extension CommandContext {
    /// Returns the storage of a source: in the database if there is one, otherwise in the home.
    func storage(for selected: ResolvedSource) throws -> SourceSession.Storage {
        try sharedStorage(for: selected) ?? homeStorage(for: selected)
    }

    /// Returns the storage in the database; nil for a source that is not stored there.
    private func sharedStorage(
        for selected: ResolvedSource
    ) throws -> SourceSession.Storage? {
        guard let key = selected.key, selected.team == nil, let database = try database?.open()
        else { return nil }
        let local: FleetStore
        switch try homeStorage(for: selected) {
        case .store(let store, _), .readOnly(let store, _): local = store
        case .notStored: return nil
        }
        return .store(
            database.store(local), database.leadership(of: key, label: selected.label))
    }

    private func homeStorage(for selected: ResolvedSource) throws -> SourceSession.Storage {
        guard let key = selected.key else { return .notStored }
        let home = try home()
        let fallback = FallbackFile(of: home) { [output] in output.warn("nothing is saved: " + $0) }
        do {
            if let team = selected.team {
                try home.createTeamFolder(of: team.login)
            } else {
                try home.createFolders()
            }
            let store = try FleetStore(path: home.storePath(of: selected), fallback: fallback)
            let leadership = HomeLeadership(home: home, key: key) { [output] in output.warn($0) }
            return .store(store, leadership)
        } catch let failure as StoreError {
            switch failure {
            case .unwritable, .diskFull:
                fallback.reportUnwritable(failure.cause)
                return try readOnlyStorage(home.storePath(of: selected), key, fallback)
            default: throw failure
            }
        } catch let failure as HomeError {
            fallback.reportUnwritable(failure.cause)
            return try readOnlyStorage(home.storePath(of: selected), key, fallback)
        }
    }

    private func readOnlyStorage(
        _ path: String, _ key: SourceKey, _ fallback: FallbackFile
    ) throws -> SourceSession.Storage {
        do throws(StoreError) {
            return .readOnly(try FleetStore(readingOnly: path, fallback: fallback), key)
        } catch .missing(let path) {
            return .readOnly(try .missing(path, fallback: fallback), key)
        }
    }
}

extension Home {
    /// Returns the path of the store that has a source.
    func storePath(of selected: ResolvedSource) -> String {
        selected.team.map { teamStorePath(of: $0.login) } ?? databasePath
    }
}
