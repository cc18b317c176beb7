import FleetClient
import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings

/// The stores of a home that a command has opened, by their paths: its sources share them, so that
/// one transaction can read several sources.
package struct HomeStores {
    fileprivate var stores: [String: (store: any FleetStore, isWritable: Bool)] = [:]

    /// Creates a list without stores.
    package init() {}
}

extension CommandContext {
    /// Opens the vehicles of a source that is read together with others.
    /// - Parameter stores: The stores that were opened for them, which the source shares.
    package func open(
        _ selected: ResolvedSource, in stores: inout HomeStores
    ) throws -> SourceSession {
        let selected = selected.reading(.vehicles)
        return try session(of: selected, storing: storage(for: selected, in: &stores))
    }

    /// Returns the storage of a source: in the database if there is one, otherwise in the home.
    func storage(for selected: ResolvedSource) throws -> SourceSession.Storage {
        var stores = HomeStores()
        return try storage(for: selected, in: &stores)
    }

    /// Returns the storage of a source that is read together with others.
    private func storage(
        for selected: ResolvedSource, in stores: inout HomeStores
    ) throws -> SourceSession.Storage {
        guard let key = selected.key else { return .notStored }
        if selected.team == nil, let database = try database?.open() {
            let store = try database.store { try homeStore(for: selected).store }
            return .store(store, database.leadership(of: key, label: selected.label))
        }
        let path = try home().storePath(of: selected)
        let (store, isWritable) = try stores.stores[path] ?? homeStore(for: selected)
        stores.stores[path] = (store, isWritable)
        guard isWritable else { return .readOnly(store, key) }
        let leadership = HomeLeadership(
            home: try home(), key: key, timeoutFactor: system.timeoutFactor
        ) { [output] in output.warn($0) }
        return .store(store, leadership)
    }

    /// Opens the store of a home that has a source; if it cannot be written, for reading only.
    private func homeStore(
        for selected: ResolvedSource
    ) throws -> (store: any FleetStore, isWritable: Bool) {
        let home = try home()
        let path = home.storePath(of: selected)
        let fallback = FallbackFile(of: home) { [output] in output.warn("nothing is saved: " + $0) }
        do {
            if let team = selected.team {
                try home.createTeamFolder(of: team.login)
            } else {
                try home.createFolders()
            }
            let annotations = HomeTeamFile(of: home, isReadOnly: true)
            let store = try HomeStore(
                path: path, fallback: fallback, annotations: annotations,
                lockLimit: limit(HomeStore.lockLimit))
            return (store, true)
        } catch let failure as StoreError {
            switch failure {
            case .unwritable, .diskFull: fallback.reportUnwritable(failure.cause)
            default: throw failure
            }
        } catch let failure as HomeError {
            fallback.reportUnwritable(failure.cause)
        }
        do throws(StoreError) {
            return (try HomeStore(readingOnly: path, fallback: fallback), false)
        } catch .missing(let path) {
            return (try HomeStore.missing(path, fallback: fallback), false)
        }
    }
}

extension Home {
    /// Returns the path of the store that has a source.
    func storePath(of selected: ResolvedSource) -> String {
        selected.team.map { teamStorePath(of: $0.login) } ?? databasePath
    }
}
