import FleetCore
import FleetStore

extension CommandContext {
    /// Returns the user's preferences, or the error that kept them from being read.
    func preferences() throws -> Result<Preferences, PreferencesError> {
        let file = try preferencesFile()
        return Result { () throws(PreferencesError) in try file.load() }
    }

    /// Returns the file of the user's preferences.
    func preferencesFile() throws -> PreferencesFile {
        PreferencesFile(home: try home())
    }

    /// Returns the file of the sources' credentials.
    func credentialsFile() throws -> CredentialsFile {
        CredentialsFile(home: try home())
    }

    /// Resolves the source argument of a command; warns of unreadable preferences unless it needs
    /// them.
    func select(
        _ text: String?, in preferences: Result<Preferences, PreferencesError>
    ) throws -> ResolvedSource {
        let selected = try ResolvedSource.find(
            text, in: preferences,
            credentials: { try credentialsFile().load()[$0] ?? Credentials() },
            directory: directory, fileExists: fileExists)
        if case .failure(let failure) = preferences { output.warn(failure.cause) }
        return selected
    }

    /// Saves a color filter; a failure is only a warning, so the list is still shown.
    func save(_ colors: ColorFilter) async throws {
        do {
            try await preferencesFile().update { $0.colorFilter = colors }
        } catch let failure as PreferencesError {
            output.warn("could not save the filter: " + failure.cause)
        }
    }

    /// Returns the colors of the command's options, saved if `saves`; without any, the saved
    /// colors.
    func colors(
        _ filter: FilterOptions, _ preferences: Result<Preferences, PreferencesError>,
        saves: Bool
    ) async throws -> ColorFilter {
        guard let selected = try filter.selectedColors() else {
            return (try? preferences.get().colorFilter) ?? .all
        }
        if saves { try await save(selected) }
        return selected
    }

    /// Removes photo files that a killed process left behind.
    ///
    /// Opening the store does so; with nothing left behind it costs one check of the folder.
    func removeUnfinishedPhotos() {
        guard let home = try? home(), PhotoFolder(of: home).hasUnfinishedTransaction else { return }
        _ = try? FleetStore(path: home.databasePath)
    }

    /// Opens one of a source's feeds for reading.
    func open(
        _ selected: ResolvedSource, reading feed: Source.Feed = .vehicles
    ) throws -> SourceSession {
        let selected = selected.reading(feed)
        return SourceSession(
            selected: selected, storage: try storage(for: selected),
            loader: try loader(for: selected), context: self)
    }

    /// Removes the stored vehicles, sites and pictures of a source.
    func forget(_ key: SourceKey) async throws {
        let home = try home()
        PictureCache(home: home).remove(key)
        guard fileExists(home.databasePath) else { return }
        let store = try FleetStore(path: home.databasePath)
        try await store.remove(key)
        try await store.remove(key.forSites)
    }

    private func storage(for selected: ResolvedSource) throws -> SourceSession.Storage {
        guard let key = selected.key else { return .notStored }
        let home = try home()
        do {
            try home.createFolders()
            let store = try FleetStore(path: home.databasePath)
            return .store(store, Leadership(home: home, key: key))
        } catch let failure as StoreError {
            switch failure {
            case .unwritable, .diskFull: return try readOnlyStorage(home, key, cause: failure.cause)
            default: throw failure
            }
        } catch let failure as HomeError {
            return try readOnlyStorage(home, key, cause: failure.cause)
        }
    }

    private func readOnlyStorage(
        _ home: Home, _ key: SourceKey, cause: String
    ) throws -> SourceSession.Storage {
        output.warn("nothing is saved: " + cause)
        do throws(StoreError) {
            return .readOnly(try FleetStore(readingOnly: home.databasePath), key)
        } catch .missing {
            return .notStored
        }
    }
}
