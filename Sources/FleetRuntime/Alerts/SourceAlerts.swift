import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Foundation
import Synchronization

/// Detector of the alerts of one source that a server polls or follows.
///
/// Its functions read the store, so they block their thread. The vehicles of a snapshot are read
/// once for all alerts.
final class SourceAlerts: Sendable {
    /// One alert, with the snapshots that it was compared with last.
    private struct Watch {
        let content: TeamAlertContent
        var detector: AlertDetector
        var vehicles: EventComparison
        /// Revision of the sites; 0 before the first.
        var sites: Int64 = 0
        /// Whether it knows the notices that were stored when it began.
        var hasNotices = false

        init(_ content: TeamAlertContent, of source: PolledSource) {
            self.content = content
            detector = AlertDetector(
                AlertRules(content.kinds), of: source.name, battery: content.battery,
                failing: source.source.attention.failing)
            vehicles = EventComparison(battery: content.battery)
        }
    }

    /// Age of a stored snapshot up to which the next one is compared with it.
    private static let maxBaselineAge = Duration.seconds(3600)

    let source: PolledSource
    private let store: any FleetStore
    private let now: @Sendable () -> Timestamp
    private let watches = Mutex<[UUID: Watch]>([:])

    /// - Parameter now: The display time.
    init(
        _ source: PolledSource, in store: any FleetStore, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.source, self.store, self.now) = (source, store, now)
    }

    /// Watches for these alerts; those that are new or changed begin with the stored snapshots,
    /// whose events and alarms are not sent.
    func watch(_ alerts: [TeamAlert]) throws {
        let hasNew = watches.withLock { watches in
            var next: [UUID: Watch] = [:]
            for alert in alerts {
                let known = watches[alert.id].flatMap { $0.content == alert.content ? $0 : nil }
                next[alert.id] = known ?? Watch(alert.content, of: source)
            }
            watches = next
            return next.values.contains { $0.vehicles.revision == 0 || $0.sites == 0 }
        }
        guard hasNew else { return }
        _ = try vehicleAlerts(maxAge: Self.maxBaselineAge) { $0.vehicles.revision == 0 }
        _ = try siteAlerts(maxAge: Self.maxBaselineAge) { $0.sites == 0 }
        _ = try noticeAlerts(of: .vehicles, maxAge: Self.maxBaselineAge) { !$0.hasNotices }
        _ = try noticeAlerts(of: .sites, maxAge: Self.maxBaselineAge) { !$0.hasNotices }
        watches.withLock { watches in
            for id in watches.keys { watches[id]?.hasNotices = true }
        }
    }

    /// Processes a state of one of the feeds, and its snapshot; returns the messages of each alert.
    func process(_ state: ServiceState, of feed: Source.Feed) throws -> [UUID: [Alert]] {
        let time = now()
        var found = watches.withLock { watches in
            var found: [UUID: [Alert]] = [:]
            for id in watches.keys {
                found[id] = watches[id]?.detector.alerts(for: state, of: feed, at: time)
            }
            return found
        }
        guard case .live(let info, _) = state else { return found }
        let read =
            switch feed {
            case .vehicles: try vehicleAlerts { $0.vehicles.revision != info.revision }
            case .sites: try siteAlerts { $0.sites != info.revision }
            }
        found.merge(read, uniquingKeysWith: +)
        found.merge(try noticeAlerts(of: feed), uniquingKeysWith: +)
        return found
    }

    /// Compares the stored notices of a feed with the time and with the earlier ones.
    private func noticeAlerts(
        of feed: Source.Feed, maxAge: Duration? = nil, isNew: (Watch) -> Bool = { _ in true }
    ) throws -> [UUID: [Alert]] {
        let ids = watches.withLock { watches in
            watches.filter { $0.value.detector.needsNotices && isNew($0.value) }.map(\.key)
        }
        let key = feed == .vehicles ? source.vehicles : source.sites
        guard !ids.isEmpty,
            let (info, notices) = try stored(
                key, maxAge, read: { try $0.reader.content(of: .alerts, of: $0.key) ?? [] })
        else { return [:] }
        let time = now()
        return watches.withLock { watches in
            var found: [UUID: [Alert]] = [:]
            for id in ids {
                guard let filter = watches[id]?.content.filter else { continue }
                found[id] = watches[id]?.detector.alerts(
                    for: notices, of: feed, filter.resolvingNames(in: info.feed), at: time)
            }
            return found
        }
    }

    /// Compares the stored vehicles for the alerts that have not seen them.
    /// - Parameter maxAge: Maximum age of the snapshot; `nil` for any.
    private func vehicleAlerts(
        maxAge: Duration? = nil, isNew: (Watch) -> Bool
    ) throws -> [UUID: [Alert]] {
        let ids = watches.withLock { watches in
            watches.filter { $0.value.detector.needsVehicles && isNew($0.value) }.map(\.key)
        }
        guard !ids.isEmpty,
            let (info, (vehicles, filters, unknown)) = try stored(
                source.vehicles, maxAge,
                read: {
                    (
                        try $0.vehicles(), try self.filters(of: ids, in: $0),
                        try self.unpublishedValues(of: ids, in: $0)
                    )
                })
        else { return [:] }
        let time = now()
        return watches.withLock { watches in
            var found: [UUID: [Alert]] = [:]
            for id in ids {
                guard var watch = watches[id], watch.vehicles.revision != info.revision else {
                    continue
                }
                let isFirst = watch.vehicles.revision == 0
                var step = watch.vehicles.advance(
                    to: info, vehicles, of: (filters[id] ?? watch.content.filter).at(time),
                    rotation: source.source.rotation(observed: info.rotation))
                step.unknownValues = unknown[id] ?? []
                let alerts = watch.detector.alerts(for: step, at: time)
                watches[id] = watch
                if !isFirst { found[id] = alerts }
            }
            return found
        }
    }

    /// Returns the filter of each alert with the areas of the zones that it names.
    private func filters(of ids: [UUID], in stored: StoredSnapshot) throws -> [UUID: Filter] {
        var filters: [UUID: Filter] = [:]
        for id in ids {
            let filter = watches.withLock { $0[id]?.content.filter }
            filters[id] = try filter?.resolvingZones(in: stored)
        }
        return filters
    }

    /// Returns the values of the filter of each alert that the source does not publish.
    private func unpublishedValues(
        of ids: [UUID], in stored: StoredSnapshot
    ) throws -> [UUID: [UnknownFilterValue]] {
        var values: [UUID: [UnknownFilterValue]] = [:]
        for id in ids {
            let filter = watches.withLock { $0[id]?.content.filter }
            values[id] = try filter?.unpublishedValues(in: stored)
        }
        return values
    }

    /// Reads the stored sites for the alerts that have not seen them.
    private func siteAlerts(
        maxAge: Duration? = nil, isNew: (Watch) -> Bool
    ) throws -> [UUID: [Alert]] {
        let ids = watches.withLock { watches in
            watches.filter { $0.value.detector.needsSites && isNew($0.value) }.map(\.key)
        }
        guard !ids.isEmpty,
            let (info, sites) = try stored(
                source.sites, maxAge, read: { try $0.reader.sites(of: $0.key) })
        else { return [:] }
        let time = now()
        return watches.withLock { watches in
            var found: [UUID: [Alert]] = [:]
            for id in ids {
                guard let watch = watches[id] else { continue }
                let selected = sites.filter(watch.content.filter.matches)
                let alerts = watches[id]?.detector.alerts(for: selected, at: time)
                watches[id]?.sites = info.revision
                if watch.sites != 0 { found[id] = alerts }
            }
            return found
        }
    }

    /// Reads a part of the stored snapshot; returns `nil` if there is none, or none as new as that.
    private func stored<Value>(
        _ key: SourceKey, _ maxAge: Duration?, read: (StoredSnapshot) throws -> Value
    ) throws -> (SnapshotInfo, Value)? {
        do {
            return try store.read(key) { stored in
                if let maxAge, now() - stored.info.fetchedAt > maxAge { return nil }
                return (stored.info, try read(stored))
            }
        } catch StoreError.nothingStored {
            return nil
        }
    }
}
