package import FleetCore
import FleetSQL
import FleetSettings

extension CommandContext {
    /// Warns that the history of a source with stable IDs is personal data.
    /// - Parameter observed: Whether its IDs change, as observed.
    package func warnOfPersonalHistory(
        of source: Source, named name: String, observed: IDRotation = .unknown
    ) {
        guard let history = source.history, source.hasStableIDs(observed: observed) else { return }
        output.warn(
            "the history of \(name) is personal data: with stable IDs it shows where each vehicle "
                + "was used; it is kept for \(history.ageText)")
    }

    /// Sets the default history of sources, and logs the sources that keep a longer one; warns of
    /// histories that are personal data.
    package func setDefaultHistory(_ choice: HistoryChoice) async throws {
        let catalog = try sourceCatalog()
        let kept = try await catalog.update { $0.setDefaultHistory(choice.setting) }
        for name in kept {
            output.log(
                "\(name) keeps its history as before; `fleet source edit \(name) --history default` "
                    + "shortens it")
        }
        guard choice.setting != nil else { return }
        let store = try openStore()
        defer { try? store.close() }
        let preferences = try catalog.load()
        for name in preferences.servedNames {
            guard let source = preferences.sources[name], source.ownHistory == nil,
                let uuid = source.uuid
            else { continue }
            let info = try store.snapshots.read {
                try $0.info(of: SourceKey(uuid, definition: source.definition))
            }
            warnOfPersonalHistory(of: source, named: name, observed: info?.rotation ?? .unknown)
        }
    }
}
