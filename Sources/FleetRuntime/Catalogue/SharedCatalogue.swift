package import FleetCore

/// The catalogue of systems for the requests of a server: one download at a time serves all.
///
/// It works without a home, too: then the copy is only in memory.
package actor SharedCatalogue {
    private let context: CommandContext
    private let source: CatalogueSource
    private var kept: LoadedCatalogue?
    private var download: Task<LoadedCatalogue, any Error>?

    /// - Throws: `CommandError` (64) if `FLEET_CATALOGUE` names no catalogue.
    package init(in context: CommandContext) throws {
        self.context = context.withoutProgress()
        source = try CatalogueSource(in: self.context)
    }

    deinit { download?.cancel() }

    /// Returns the catalogue; an old copy at once, while it is downloaded again.
    /// - Throws: `CatalogueError` if there is none.
    package func systems() async throws -> SystemCatalogue {
        if kept == nil { kept = source.kept() }
        guard let kept else { return try await currentDownload().value.systems }
        if kept.isDue(at: context.now()) { _ = currentDownload() }
        return kept.systems
    }

    private func currentDownload() -> Task<LoadedCatalogue, any Error> {
        if let download { return download }
        let task = Task { [weak self, source, kept] in
            do {
                let loaded = try await source.load(after: kept)
                await self?.finish(loaded)
                return loaded
            } catch {
                await self?.fail(error)
                throw error
            }
        }
        download = task
        return task
    }

    private func finish(_ loaded: LoadedCatalogue) {
        download = nil
        // A file is read for each search.
        if source.isWeb { kept = loaded }
    }

    private func fail(_ error: any Error) {
        download = nil
        guard let kept, let error = error as? CatalogueError else { return }
        context.output.warn(
            error.cause + "; " + CatalogueSource.use(of: kept.systems, now: context.now()))
        self.kept = source.postponing(kept)
    }
}
