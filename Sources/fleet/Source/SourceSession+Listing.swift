import FleetCore
import FleetStore

extension OpenSource {
    /// Hands the wanted vehicles to `body`, read anew if the source is due to be asked.
    ///
    /// What is handed on comes from one snapshot. If the source cannot be read and something is
    /// stored, that is handed on, with a warning.
    func withListing<Value>(
        _ query: VehicleQuery, _ asking: Asking, onlyFavorites: Bool = false,
        _ body: (Listing) throws -> Value
    ) async throws -> Value {
        var query = query
        let codes = onlyFavorites ? try codes : nil
        // What is at hand is read for the wanted kinds alone, a service is asked once for all.
        let readsAll = selected.source.location.isWeb || onlyFavorites
        let kinds = readsAll ? Filter() : query.filter.kinds
        switch try await supply(asking, kinds) {
        case .snapshot(var snapshot):
            if snapshot.vehicles.isEmpty, snapshot.total > 0, kinds.color != .all {
                // An empty list tells the colors that there are.
                snapshot = try await self.snapshot()
            }
            let away = try codes.map { codes in
                query.narrow(to: try favorites(among: snapshot.vehicles, by: codes))
            }
            return try body(Listing(snapshot, query, of: self).noting(away))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                let away = try codes.map { query.narrow(to: try stored.favorites(by: $0)) }
                return try body(
                    Listing(stored, query, of: selected, isStale: isStale).noting(away))
            }
        }
    }

    /// The favorites with their vehicles in a snapshot that was read beside the store.
    private func favorites(
        among vehicles: [Vehicle], by codes: StableCodes
    ) throws -> [FavoriteVehicle] {
        let favorites = try readableStore().snapshot { try $0.favorites(of: codes.key) }
        return try codes.match(favorites) { try vehicles.forEach($0) }
    }
}

extension Listing {
    /// The wanted vehicles of a stored snapshot.
    init(
        _ stored: StoredSnapshot, _ query: VehicleQuery, of source: SelectedSource, isStale: Bool
    ) throws {
        let info = stored.info
        var head = ListHead(
            source: source.label, feed: info.feed, fetchedAt: info.fetchedAt,
            isStale: isStale, counts: try stored.counts(query))
        head.rotation = source.source.rotation(seen: info.rotation)
        head.skipped = info.reading.skipped
        try head.complete(for: query) { try stored.colorCounts() }
        self.init(
            head: head, vehicles: { body in try stored.forEachVehicle(query, body) },
            reading: info.reading)
    }
}
