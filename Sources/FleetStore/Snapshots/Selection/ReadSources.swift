import FleetCore
import Synchronization

/// Rows of sources that one transaction has read; they do not change within it.
final class ReadSources {
    private let infos: DecodedInfos
    private var heads: [SourceKey: StoredSource.Head?] = [:]
    private var facets: [Int64: FacetCounts] = [:]

    init(infos: DecodedInfos) { self.infos = infos }

    /// Returns the row's id; nil for a feed that is not stored.
    func id(of key: SourceKey, in transaction: any SQLTransaction) throws -> Int64? {
        try head(of: key, in: transaction)?.id
    }

    /// Returns the snapshot info; nil without a snapshot.
    func info(of key: SourceKey, in transaction: any SQLTransaction) throws -> SnapshotInfo? {
        try head(of: key, in: transaction)?.info.map { try infos.info(of: key, from: $0) }
    }

    /// Returns the counts per combination of facets.
    func facets(of source: Int64, in transaction: any SQLTransaction) throws -> FacetCounts {
        if let known = facets[source] { return known }
        let counts = try FacetCounts(of: source, in: transaction)
        facets[source] = counts
        return counts
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

/// The last decoded snapshot info of each feed, because most transactions read the same one.
package final class DecodedInfos: Sendable {
    private let infos = Mutex<[SourceKey: (text: String, info: SnapshotInfo)]>([:])

    package init() {}

    /// Returns the snapshot info of a stored text.
    /// - Throws: `DamagedRow`.
    fileprivate func info(of key: SourceKey, from text: String) throws -> SnapshotInfo {
        if let known = infos.withLock({ $0[key] }), known.text == text { return known.info }
        let info = try StoredSource.info(from: text)
        infos.withLock { $0[key] = (text, info) }
        return info
    }
}
