import FleetCore
import FleetStore

extension OpenSource {
    /// Hands the wanted vehicles to `body`, read anew if the source is due to be asked.
    ///
    /// What is handed on comes from one snapshot. If the source cannot be read and something is
    /// stored, that is handed on, with a warning.
    func withListing<Value>(
        _ query: VehicleQuery, _ asking: Asking, _ body: (Listing) throws -> Value
    ) async throws -> Value {
        // What is at hand is read for the wanted kinds alone, a service is asked once for all.
        let kinds = selected.source.location.isWeb ? Filter() : query.filter.kinds
        switch try await supply(asking, kinds) {
        case .snapshot(var snapshot):
            if snapshot.vehicles.isEmpty, snapshot.total > 0, kinds.color != .all {
                // An empty list tells the colors that there are.
                snapshot = try await self.snapshot()
            }
            return try body(Listing(snapshot, query, of: self))
        case .stored(let store, let key, let isStale):
            return try store.read(key) { stored in
                try body(try Listing(stored, query, of: selected, isStale: isStale))
            }
        }
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
        head.rotation = source.source.rotation ?? info.rotation
        head.skipped = info.reading.skipped
        try head.complete(for: query) { try stored.colorCounts() }
        self.init(
            head: head, vehicles: { body in try stored.forEachVehicle(query, body) },
            reading: info.reading)
    }
}
