import FleetCore
import Synchronization

/// Rows of sources that one transaction has read; they do not change within it.
final class ReadSources {
    private let decoded: DecodedSources
    private var heads: [SourceKey: StoredSource.Head?] = [:]
    private var facets: [SourceKey: FacetCounts] = [:]
    private var zones: [SourceKey: (filter: LocationFilter, rows: [VehicleRowID])] = [:]

    init(decoded: DecodedSources) { self.decoded = decoded }

    /// Returns the row's id; `nil` for a feed that is not stored.
    func id(of key: SourceKey, in transaction: any SQLTransaction) throws -> Int64? {
        try head(of: key, in: transaction)?.id
    }

    /// Returns the snapshot info; `nil` without a snapshot.
    func info(of key: SourceKey, in transaction: any SQLTransaction) throws -> SnapshotInfo? {
        try head(of: key, in: transaction)?.info.map { try decoded.info(of: key, from: $0) }
    }

    /// Returns the counts per combination of facets; without any for a feed that is not stored.
    func facets(of key: SourceKey, in transaction: any SQLTransaction) throws -> FacetCounts {
        if let known = facets[key] { return known }
        guard let head = try head(of: key, in: transaction) else { return FacetCounts() }
        let counts = try decoded.facets(of: key, from: head) {
            try FacetCounts(of: head.id, in: transaction)
        }
        facets[key] = counts
        return counts
    }

    /// Returns the rows of the vehicles that a filter selects by their locations, which `read`
    /// finds unless they are known.
    func rows(
        in filter: LocationFilter, of key: SourceKey, _ read: () throws -> [VehicleRowID]
    ) rethrows -> [VehicleRowID] {
        if let known = zones[key], known.filter == filter { return known.rows }
        let rows = try read()
        zones[key] = (filter, rows)
        return rows
    }

    private func head(
        of key: SourceKey, in transaction: any SQLTransaction
    ) throws -> StoredSource.Head? {
        if let known = heads[key] { return known }
        let head = try StoredSource.head(of: key, in: transaction)
        heads[key] = .some(head)
        return head
    }
}

/// What was decoded last of the rows of each feed, because most transactions read the same ones.
///
/// Each commit of a snapshot writes another info, with its time; the counts change with it only.
package final class DecodedSources: Sendable {
    private struct State {
        var infos: [SourceKey: (text: String, info: SnapshotInfo)] = [:]
        var facets: [SourceKey: (head: StoredSource.Head, counts: FacetCounts)] = [:]
    }

    /// The most feeds and combinations of each whose counts are kept, some 10 MB.
    private static let (facetLimit, rowLimit) = (64, 256)

    private let state = Mutex(State())

    package init() {}

    /// Returns the snapshot info of a stored text.
    /// - Throws: `DamagedRow`.
    fileprivate func info(of key: SourceKey, from text: String) throws -> SnapshotInfo {
        if let known = state.withLock({ $0.infos[key] }), known.text == text { return known.info }
        let info = try StoredSource.info(from: text)
        state.withLock { $0.infos[key] = (text, info) }
        return info
    }

    /// Returns the counts of a feed, which `read` reads unless they are known.
    fileprivate func facets(
        of key: SourceKey, from head: StoredSource.Head, _ read: () throws -> FacetCounts
    ) rethrows -> FacetCounts {
        if let known = state.withLock({ $0.facets[key] }), known.head == head {
            return known.counts
        }
        let counts = try read()
        guard head.info != nil, counts.rows.count <= Self.rowLimit else { return counts }
        state.withLock { state in
            if state.facets.count >= Self.facetLimit { state.facets = [:] }
            state.facets[key] = (head, counts)
        }
        return counts
    }
}
