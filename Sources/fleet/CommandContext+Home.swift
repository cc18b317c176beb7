import FleetCore
import FleetStore

extension Composition {
    /// What the user set up, or why it cannot be read; for reading commands.
    func preferences() throws -> Result<Preferences, PreferencesFailure> {
        let file = try preferencesFile()
        return Result { () throws(PreferencesFailure) in try file.load() }
    }

    /// The file of what the user set up.
    func preferencesFile() throws -> PreferencesFile {
        PreferencesFile(home: try home())
    }

    /// The file of the sources' credentials.
    func credentialsFile() throws -> CredentialsFile {
        CredentialsFile(home: try home())
    }

    /// Finds the source that the user meant; preferences that are not needed may be unreadable.
    func select(
        _ text: String?, in preferences: Result<Preferences, PreferencesFailure>
    ) throws -> SelectedSource {
        let selected = try SelectedSource.find(
            text, in: preferences,
            credentials: { try credentialsFile().load()[$0] ?? Credentials() },
            directory: directory, fileExists: fileExists)
        if case .failure(let failure) = preferences { output.warn(failure.cause) }
        return selected
    }

    /// Keeps a color filter; a list is shown even if that fails.
    func save(_ colors: ColorFilter) async throws {
        do {
            try await preferencesFile().update { $0.colorFilter = colors }
        } catch let failure as PreferencesFailure {
            output.warn("the filter is not saved: " + failure.cause)
        }
    }

    /// The colors that were chosen now, which are kept if `saves`, else those of the last time.
    func colors(
        _ filter: FilterOptions, _ preferences: Result<Preferences, PreferencesFailure>,
        saves: Bool
    ) async throws -> ColorFilter {
        guard let chosen = try filter.chosenColors() else {
            return (try? preferences.get().colorFilter) ?? .all
        }
        if saves { try await save(chosen) }
        return chosen
    }

    /// Removes what a process that was killed left of photos, whatever this one is to do.
    ///
    /// Opening the store does so; without anything left it costs one look.
    func clearPhotos() {
        guard let home = try? home(), PhotoFolder(of: home).isUnfinished else { return }
        _ = try? FleetStore(path: home.databasePath)
    }

    /// Opens one of a source's feeds for reading.
    func open(
        _ selected: SelectedSource, reading feed: Source.Feed = .vehicles
    ) throws -> OpenSource {
        let selected = selected.reading(feed)
        return OpenSource(
            selected: selected, shelf: try shelf(for: selected),
            loader: try loader(for: selected), composition: self)
    }

    /// Removes what is stored of a source's vehicles and sites, as far as there is a store.
    func forget(_ key: SourceKey) async throws {
        let home = try home()
        PictureCache(home: home).remove(key)
        guard fileExists(home.databasePath) else { return }
        let store = try FleetStore(path: home.databasePath)
        try await store.remove(key)
        try await store.remove(key.ofSites)
    }

    private func shelf(for selected: SelectedSource) throws -> OpenSource.Shelf {
        guard let key = selected.key else { return .nowhere }
        let home = try home()
        do {
            try home.createFolders()
            let store = try FleetStore(path: home.databasePath)
            return .store(store, Leadership(home: home, key: key))
        } catch let failure as StoreFailure {
            switch failure {
            case .unwritable, .full: return try readOnlyShelf(home, key, why: failure.cause)
            default: throw failure
            }
        } catch let failure as HomeFailure {
            return try readOnlyShelf(home, key, why: failure.cause)
        }
    }

    private func readOnlyShelf(
        _ home: Home, _ key: SourceKey, why: String
    ) throws -> OpenSource.Shelf {
        output.warn("nothing is kept: " + why)
        do throws(StoreFailure) {
            return .readOnly(try FleetStore(readingOnly: home.databasePath), key)
        } catch .missing {
            return .nowhere
        }
    }
}
