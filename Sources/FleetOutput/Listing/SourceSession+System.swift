package import FleetCore
package import FleetRuntime
import FleetSQL

extension SourceSession {
    /// Returns the stored notices, prices and regions of this source, without a request; `nil` if
    /// it was never read.
    ///
    /// Those of a local source are read.
    package func systemReport() async -> SystemReport? {
        let mode = FetchMode(offline: selected.source.location.isWeb)
        let now = context.shownNow()
        switch try? await fetchIfDue(mode) {
        case .loaded(let snapshot, _, _)?:
            let regions = snapshot.vehicles.filter(\.state.isInPublicSpace)
                .compactMap(\.regionID)
            return SystemReport(
                snapshot.documents,
                vehicles: Dictionary(regions.map { ($0, 1) }, uniquingKeysWith: +), at: now)
        case .stored(let store, let key, _)?:
            return try? store.snapshots.read { try $0.systemReport(of: key, at: now) }
        case nil: return nil
        }
    }
}
