package import FleetCore

/// When the catalogue of systems is downloaded.
package enum CatalogueMode: Sendable {
    /// If there is no copy, or an old one.
    case ifDue
    /// Always.
    case always
    /// Never.
    case never
}

extension CommandContext {
    /// Returns the catalogue of systems; a failed download is only a warning if a copy is kept.
    ///
    /// - Throws: `CatalogueError`; `CommandError` if `FLEET_CATALOGUE` names no catalogue or there
    ///   is no copy for `mode`; `CancellationError` if its task is cancelled.
    package func catalogue(_ mode: CatalogueMode = .ifDue) async throws -> SystemCatalogue {
        let source = try CatalogueSource(in: self)
        guard source.isWeb else { return try await source.load(after: nil).systems }
        let kept = source.kept()
        switch (mode, kept) {
        case (.never, nil):
            throw CommandError(
                .unavailable, "there is no copy of the catalogue of systems",
                hint: "run once without --offline to download it")
        case (.never, let kept?): return kept.systems
        case (.ifDue, let kept?) where !kept.isDue(at: now()): return kept.systems
        case (.ifDue, _), (.always, _): break
        }
        do {
            return try await source.load(after: kept).systems
        } catch let error as CatalogueError {
            guard let kept else { throw error }
            output.warn(error.cause + "; " + Self.use(of: kept.systems, now: now()))
            return source.postponing(kept).systems
        }
    }

    static func use(of catalogue: SystemCatalogue, now: Timestamp) -> String {
        let time = catalogue.readAt.map { ShortText.relativeTime(of: $0, now: now) }
        return "using the catalogue" + (time.map { " of \($0)" } ?? "")
    }
}
