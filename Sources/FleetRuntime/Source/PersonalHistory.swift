package import FleetCore
import FleetSQL
import FleetSettings

extension Output {
    /// Warns that the history of a source with stable IDs is personal data.
    /// - Parameter observed: Whether its IDs change, as observed.
    package func warnOfPersonalHistory(
        of source: Source, named name: String, observed: IDRotation = .unknown
    ) {
        guard let history = source.history, source.hasStableIDs(observed: observed) else { return }
        warn(
            "the history of \(name) is personal data: with stable IDs it shows where each vehicle "
                + "was used; it is kept for \(history.ageText)")
    }
}

extension HistoryChoice {
    /// Makes it the default history of sources, and logs the sources that keep a longer one; warns of
    /// histories that are personal data.
    package func makeDefault(in context: CommandContext) async throws {
        let catalog = try context.sourceCatalog()
        let kept = try await catalog.update { $0.setDefaultHistory(setting) }
        for name in kept {
            context.output.log(
                "\(name) keeps its history as before; `fleet source edit \(name) --history default` "
                    + "shortens it")
        }
        guard setting != nil else { return }
        let store = try context.openStore()
        defer { try? store.close() }
        let preferences = try catalog.load()
        for name in preferences.servedNames {
            guard let source = preferences.sources[name], source.ownHistory == nil,
                let uuid = source.uuid
            else { continue }
            let info = try store.snapshots.read {
                try $0.info(of: SourceKey(uuid, definition: source.definition))
            }
            context.output.warnOfPersonalHistory(
                of: source, named: name, observed: info?.rotation ?? .unknown)
        }
    }
}
