package import FleetCore
import FleetSQL

extension SourceSession {
    /// Checks that the source has each value of a filter that must be in one of its lists, after a
    /// fetch if one is due.
    ///
    /// A source that cannot be read is not checked.
    /// - Throws: `CommandError` (66).
    package func requireListedValues(of query: VehicleQuery) async throws {
        // Standard input can be read only once.
        guard !query.listedValues.isEmpty, selected.source.location != .standardInput
        else { return }
        let content: AvailableSnapshot
        do {
            content = try await fetchIfDue(FetchMode())
        } catch is FeedFailure {
            return
        }
        let others = try await otherLists(for: query.filter, content, FetchMode())
        func check(_ lists: (any FilterLists)?) throws {
            guard let lists else { return }
            try CommandError.requireListedValues(
                of: query, in: [selected.label], lists: [lists] + others.lists,
                known: others.values, context.output)
        }
        try content.read {
            try check(StoredFilterLists(of: $0.key, in: $0.reader, acceptsUnreadStations: false))
        }
    }

    /// Returns what exists of a filter's values, though the snapshot that a command shows does not
    /// have it: stations without vehicles, and what the fleet of today has beside a past state.
    package func otherLists(
        for filter: Filter, _ content: AvailableSnapshot, _ mode: FetchMode
    ) async throws -> OtherFilterLists {
        let values = filter.listedValues
        guard !values.isEmpty else { return OtherFilterLists() }
        var others = try await stations(for: filter, mode)
        guard content.moment != nil, selected.key != nil else { return others }
        try readableStore().snapshots.read { reader in
            let lists = try StoredFilterLists(of: key, in: reader, acceptsUnreadStations: false)
            if let lists { others.values.formUnion(try values.filter { try lists.has($0) }) }
        }
        return others
    }

    /// Returns the stations of the source if a filter has one, after a fetch of them if one is due;
    /// if they cannot be read, the filter's exists.
    package func stations(
        for filter: Filter, _ mode: FetchMode = FetchMode()
    ) async throws -> OtherFilterLists {
        var others = OtherFilterLists()
        // Standard input cannot be read a second time.
        guard let station = filter.listedValues.first(where: { $0.field == .station }),
            selected.source.location != .standardInput
        else { return others }
        var mode = mode
        if mode.moment != nil { (mode.moment, mode.offline) = (nil, true) }
        do {
            let sites = try context.open(selected, reading: .sites)
            if let snapshot = try await sites.fetchIfDue(mode).loaded?.snapshot {
                others.lists = [snapshot]
            }
        } catch let failure as FeedFailure {
            if failure.reason != .content(.noSites) { others.values = [station] }
        } catch is CommandError {
            others.values = [station]
        }
        return others
    }
}

/// Lists of a source beside those of the snapshot that a command shows.
package struct OtherFilterLists: Sendable {
    /// The sites, if they are not stored beside the vehicles.
    package var lists: [any FilterLists & Sendable] = []
    /// Values of the filter that exist.
    package var values: Set<ListedValue> = []

    package init() {}
}
