package import FleetCore
package import FleetSQL
import Synchronization

/// Events of a source, found by comparing each snapshot with the last one that was compared.
package final class EventFeed: Sendable {
    /// Result of comparing a snapshot.
    package struct Step {
        package let update: EventUpdate
        /// The vehicles of the snapshot that the selection contains, or contained in the last
        /// snapshot that had them.
        let vehicles: [Vehicle]
        /// The values of the filter that the source publishes no longer, or never did.
        var unknownValues: [UnknownFilterValue] = []
    }

    private let source: SourceSession
    private let store: any FleetStore
    private let selection: WatchSelection
    private let comparison: Mutex<EventComparison>

    /// Creates a feed of the snapshots of a source in `store`.
    package init(
        _ source: SourceSession, in store: any FleetStore, of selection: WatchSelection? = nil,
        battery: BatteryThresholds = .default
    ) {
        (self.source, self.store) = (source, store)
        self.selection = selection ?? WatchSelection(of: source)
        comparison = Mutex(EventComparison(battery: battery))
    }

    /// Creates a feed of the snapshots of a subscription.
    package convenience init(
        _ subscription: Subscription, of selection: WatchSelection, battery: BatteryThresholds
    ) {
        self.init(
            subscription.source, in: subscription.store, of: selection, battery: battery)
    }

    /// Compares the stored snapshot; returns `nil` if `revision` has already been compared.
    ///
    /// Reads the whole fleet. The first snapshot produces no events, nor does the first one of
    /// another filter.
    /// - Parameter narrower: A filter in place of that of the selection.
    package func advance(to revision: Int64, of narrower: Filter? = nil) throws -> Step? {
        guard comparison.withLock({ $0.needs(revision, of: narrower) }) else { return nil }
        let (info, vehicles, filter, unknown) = try selection.read(store) { stored, query in
            let filter = narrower?.at(source.context.shownNow()) ?? query.filter
            return (
                stored.info, try stored.vehicles(), try filter.resolvingZones(in: stored),
                try filter.unpublishedValues(in: stored)
            )
        }
        return comparison.withLock { comparison in
            var step = comparison.advance(
                to: info, vehicles, of: filter,
                rotation: source.selected.source.rotation(observed: info.rotation))
            step.unknownValues = unknown
            return step
        }
    }
}

extension Filter {
    /// Returns the values that must be in a list which the source publishes, and are not.
    ///
    /// Colors, and types that only vehicles name, come and go with the vehicles.
    func unpublishedValues(in stored: StoredSnapshot) throws -> [UnknownFilterValue] {
        guard !listedValues.isEmpty,
            let lists = try StoredFilterLists(
                of: stored.key, in: stored.reader, acceptsUnreadStations: true)
        else { return [] }
        let hasTypes = lists.feed.typePropulsions != nil || lists.feed.typeNames != nil
        return try UnknownFilterValue.all(listedValues, of: [lists]).filter { unknown in
            unknown.value.field != .color && (unknown.value.field != .type || hasTypes)
        }
    }

    /// Returns the filter with the areas of the zones that it names, and the zones of its rules.
    func resolvingZones(in stored: StoredSnapshot) throws -> Filter {
        var filter = self
        let (reader, time) = (stored.reader, stored.info.fetchedAt)
        if let zones, !zones.names.isEmpty {
            let map = try reader.zones(.named(zones.names), of: stored.key)
            filter.zones = zones.resolved(in: map, at: time)
        }
        filter.rules = try rules?.resolved(in: reader.zones(.all, of: stored.key), at: time)
        return filter
    }
}

/// Comparison of each snapshot of a source with the last one that was compared.
struct EventComparison: Sendable {
    private var detector: EventDetector
    /// Revision of the last snapshot; 0 before the first.
    private(set) var revision: Int64 = 0
    /// Filter that replaces that of the selection.
    private var narrower: Filter?

    init(battery: BatteryThresholds) {
        detector = EventDetector(rotation: .unknown, battery: battery)
    }

    /// Returns whether a snapshot has to be compared; a changed filter restarts the comparison.
    mutating func needs(_ revision: Int64, of narrower: Filter?) -> Bool {
        if narrower != self.narrower {
            self.narrower = narrower
            self.revision = 0
            detector.restart()
        }
        return self.revision != revision
    }

    /// Compares the next snapshot; the first one produces no events.
    /// - Parameter filter: Selects the vehicles, as it applies to this snapshot.
    mutating func advance(
        to info: SnapshotInfo, _ vehicles: [Vehicle], of filter: Filter, rotation: IDRotation
    ) -> EventFeed.Step {
        let filter = filter.resolvingNames(in: info.feed)
        let selected =
            filter == Filter() && info.feed.outsidePublicSpace == nil
            ? vehicles : vehicles.filter { filter.matches($0) || detector.hasSelected($0.id) }
        let missed = revision > 0 ? max(0, info.revision - revision - 1) : 0
        revision = info.revision
        detector.rotation = rotation
        let update = EventUpdate(
            detector.compare(vehicles, at: info.fetchedAt, of: filter),
            missedSnapshots: Int(clamping: missed))
        return EventFeed.Step(update: update, vehicles: selected)
    }
}
