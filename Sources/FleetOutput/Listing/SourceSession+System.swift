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
        return try? await fetchIfDue(mode).read { try $0.reader.systemReport(of: $0.key, at: now) }
    }
}
