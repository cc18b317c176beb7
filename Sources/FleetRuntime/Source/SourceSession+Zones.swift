package import FleetCore
import FleetFeeds
import FleetSQL
import FleetService

extension SourceSession {
    /// Reads the geofencing zones of the source that apply now.
    ///
    /// They are read each time and not stored, as the rules for requests allow: not during a
    /// back-off, and a `Retry-After` of this request also delays the next requests for the
    /// vehicles.
    /// - Throws: `CommandError` (69) if `mode` is offline; `FeedFailure`, with the reason `noZones`
    ///   if there are none.
    package func zones(_ mode: FetchMode) async throws -> [Zone] {
        if selected.source.location.isWeb { try await checkZoneRequest(mode) }
        guard selected.source.location != .standardInput else {
            throw FeedFailure(.noZones, at: selected.label)
        }
        let request = RequestID(beganAt: context.now(), process: context.process)
        do {
            try context.checkDefinition(of: selected)
            let snapshot = try await context.progress.track { [loader] in
                try await loader.zones()
            }
            context.output.warn(of: snapshot.parseReport)
            let zones = snapshot.zones.filter { $0.applies(at: context.shownNow()) }
            guard !zones.isEmpty else { throw FeedFailure(.noZones, at: selected.label) }
            return zones
        } catch let failure as FeedFailure where failure.retryAfterSeconds != nil {
            try await storeBackOff(after: failure, of: request)
            throw failure
        }
    }

    /// - Throws: An error if no request may be sent now.
    private func checkZoneRequest(_ mode: FetchMode) async throws {
        guard !mode.offline else {
            throw CommandError(
                .unavailable, "the zones of \(selected.label) are not stored",
                hint: "run the command without --offline to read them")
        }
        guard let key = selected.key, let store = try? workingStore() else { return }
        let record = try await store.snapshots.record(of: key)
        let policy = FetchPolicy(record, at: context.now(), offline: false, hasLeader: false)
        if case .skip(.backOff(let backOff)) = policy {
            throw backOffError(backOff.failure, backOff)
        }
    }

    private func storeBackOff(after failure: FeedFailure, of request: RequestID) async throws {
        // In a database, only the leader commits.
        guard !context.usesDatabase, let key = selected.key, let store = try? workingStore() else {
            return
        }
        let backOff = BackOff(
            after: failure, attempt: 1, at: context.now(), jitter: context.serviceClock.jitter())
        try await context.withDefinition(of: selected) {
            try await store.snapshots.recordFailure(backOff, request: request, for: key)
        }
    }
}
