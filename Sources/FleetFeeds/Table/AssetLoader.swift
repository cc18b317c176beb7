import FleetCore
import Synchronization

/// Loader of the asset list beside a feed, which keeps its rows until the list changes.
final class AssetLoader: Sendable {
    private let list: AssetList
    private let labelField: LabelField?
    private let zone: SystemTimeZone
    private let maxRows: Int
    private let kept = Mutex<(document: FeedCacheState.Document, rows: AssetRows)?>(nil)

    /// Creates the loader of the asset list of a source; `nil` if it has none.
    init?(of source: Source, zone: SystemTimeZone, budget: SourceBudget) {
        guard let list = source.assets else { return nil }
        (self.list, self.zone) = (list, zone)
        labelField = list.match == .label ? source.labelField : nil
        maxRows = Int(budget[.vehicles])
    }

    /// Returns the rows, which are read again if the document changed.
    /// - Throws: `FeedFailure`, or `CancellationError`.
    func rows(read: FeedLoader.ReadDocument) async throws -> AssetRows {
        let known = kept.withLock { $0 }
        let request = DocumentRequest(
            address: list.location.text, cached: known?.document, role: .optional)
        switch try await read(request) {
        case .notModified:
            guard let known else {
                throw FeedFailure(.service(.status(304)), at: list.location.description)
            }
            return known.rows
        case .read(let bytes, let document, _):
            let rows = try AssetRows(
                bytes, of: list, labelField: labelField, zone: zone, maxRows: maxRows)
            kept.withLock { $0 = (document, rows) }
            return rows
        }
    }

    /// Returns the rows that were read last; `nil` before the first time.
    var lastRows: AssetRows? { kept.withLock { $0?.rows } }

    /// Function that returns the text of a vehicle that the IDs of the rows are compared with.
    var key: (Vehicle) -> String? {
        switch list.match {
        case .id: \.id
        case .code: \.code
        case .label: labelField?.idExtractor() ?? \.labelText
        }
    }
}
