import FleetClient
package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings

/// The stores that a command has opened, by their paths: its sources share them, so that one
/// transaction can read several sources.
package struct HomeStores {
    private let context: CommandContext
    private var stores: [String: (store: any FleetStore, isWritable: Bool)] = [:]

    /// Creates a list without stores.
    package init(in context: CommandContext) { self.context = context }

    /// Opens a feed of a source.
    package mutating func open(
        _ selected: ResolvedSource, reading feed: Source.Feed = .vehicles
    ) throws -> SourceSession {
        let selected = selected.reading(feed)
        return try context.session(of: selected, storing: storage(for: selected))
    }

    /// Returns the storage of a source: in the database if there is one, otherwise in the home.
    private mutating func storage(
        for selected: ResolvedSource
    ) throws -> SourceSession.Storage {
        guard let key = selected.key else { return .notStored }
        if selected.team == nil, let database = try context.database?.open() {
            let store = try database.store { try homeStore(for: selected).store }
            return .store(store, database.leadership(of: key, label: selected.label))
        }
        let path = try context.home().storePath(of: selected)
        let (store, isWritable) = try stores[path] ?? homeStore(for: selected)
        stores[path] = (store, isWritable)
        guard isWritable else { return .readOnly(store, key) }
        let leadership = HomeLeadership(
            home: try context.home(), key: key, timeoutFactor: context.system.timeoutFactor
        ) { [output = context.output] in output.warn($0) }
        return .store(store, leadership)
    }

    /// Opens the store of a home that has a source; if it cannot be written, for reading only.
    private func homeStore(
        for selected: ResolvedSource
    ) throws -> (store: any FleetStore, isWritable: Bool) {
        let home = try context.home()
        let path = home.storePath(of: selected)
        let fallback = FallbackFile(of: home) { [output = context.output] in
            output.warn("nothing is saved: " + $0)
        }
        do {
            if let team = selected.team {
                try home.createTeamFolder(of: team.login)
            } else {
                try home.createFolders()
            }
            let annotations = HomeTeamFile(of: home, isReadOnly: true)
            let store = try HomeStore(
                path: path, fallback: fallback, annotations: annotations,
                lockLimit: context.limit(HomeStore.lockLimit))
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
