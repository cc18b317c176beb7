import Dispatch
import FleetCore
import FleetStore
import FleetTUI
import Synchronization

/// Reads for the browser, one thing after the other, on a thread of its own: the list as the rows where
/// its vehicles lie, and of the vehicles those that the screen needs.
final class BrowseReader: Sendable {
    let store: FleetStore
    let source: OpenSource
    let key: SourceKey
    let inbox: BrowseInbox
    private let events: EventFeed
    private let queue = DispatchQueue(label: "fleet.browse.reader")
    /// The list that was made last, used on the queue only.
    private let list = Mutex(MadeList())
    private let wanted = Mutex(Wanted())

    private struct MadeList {
        var generation = 0
        var rows: [VehicleRow] = []
    }

    /// The newest requests; older ones are given up.
    private struct Wanted {
        var list = 0
        var window = 0
        var points = 0
    }

    /// A store in a file is read by a connection of its own, so that no reading waits for a snapshot
    /// that is being stored.
    init(_ subscription: Subscription, _ inbox: BrowseInbox) throws {
        let shared = subscription.store
        store = shared.path == ":memory:" ? shared : try FleetStore(path: shared.path)
        source = subscription.source
        key = source.key
        self.inbox = inbox
        events = EventFeed(subscription.source, in: store)
    }

    /// Makes the list of a query.
    func makeList(_ query: VehicleQuery, generation: Int, keeping id: String?, near: Int) {
        wanted.withLock { $0.list = generation }
        run { [self] in
            guard isWanted(list: generation) else { return }
            let listed = try store.snapshot { reader in
                try made(query, generation, keeping: id, near: near, by: reader)
            }
            if let listed { inbox.post(.listed(listed)) }
        }
    }

    /// Reads some vehicles of the list.
    func read(_ range: Range<Int>, generation: Int) {
        let ticket = wanted.withLock { wanted in
            wanted.window += 1
            return wanted.window
        }
        run { [self] in
            guard wanted.withLock({ $0.window == ticket }) else { return }
            let (made, rows) = list.withLock { list in
                (list.generation, list.rows[range.clamped(to: list.rows.indices)])
            }
            guard made == generation else { return }
            let vehicles = try store.snapshot { try $0.vehicles(at: rows, of: key) }
            inbox.post(.window(generation: generation, start: rows.startIndex, vehicles))
        }
    }

    /// Finds a vehicle by its code, or by its only writing with other capitals.
    func find(_ id: String) {
        run { [self] in
            inbox.post(.found(id: id, try found { try VehicleLookup($0, key).only(id) }))
        }
    }

    /// Finds the vehicle at a row.
    func find(at row: VehicleRow) {
        run { [self] in
            inbox.post(.chosen(try found { try vehicle(at: row, by: $0) }))
        }
    }

    /// Reads the vehicle at a row.
    func peek(at row: VehicleRow) {
        run { [self] in
            inbox.post(.peeked(row: row, try store.snapshot { try vehicle(at: row, by: $0) }))
        }
    }

    /// Reads where the vehicles of a filter are.
    func readPoints(_ filter: Filter, generation: Int) {
        wanted.withLock { $0.points = generation }
        run { [self] in
            guard wanted.withLock({ $0.points == generation }) else { return }
            var points: [MapPoint] = []
            let without = try store.snapshot { reader in
                try reader.forEachPosition(filter, of: key) { row, position, color, state in
                    points.append(MapPoint(row, position, color, state, in: filter.color))
                }
            }
            inbox.post(.points(generation: generation, points, withoutPosition: without))
        }
    }

    /// Compares the stored snapshot with the one that was compared before.
    func compare(_ revision: Int64) {
        run { [self] in inbox.post(.compared(try events.step(to: revision)?.news)) }
    }

    /// Waits for what is under way.
    func finish() {
        wanted.withLock { $0 = Wanted(list: -1, window: -1, points: -1) }
        queue.sync {}
    }

    /// What cannot be read is told; the browser goes on with what it has.
    func run(_ body: @escaping @Sendable () throws -> Void) {
        inbox.read(on: queue, body)
    }

    private func isWanted(list generation: Int) -> Bool {
        wanted.withLock { $0.list == generation }
    }
}

extension BrowseReader {
    /// The list, or `nil` if another was asked for meanwhile.
    private func made(
        _ query: VehicleQuery, _ generation: Int, keeping id: String?, near: Int,
        by reader: StoreReader
    ) throws -> Listed? {
        guard let info = try reader.info(of: key) else {
            throw StoreFailure.nothingStored(source: source.selected.label)
        }
        guard
            let rows = try reader.rows(query, of: key, while: { isWanted(list: generation) })
        else { return nil }
        let wanted = try id.flatMap { try reader.row(ofVehicle: $0, of: key) }
        let kept = wanted.flatMap { rows.firstIndex(of: $0) }
        let middle = min(kept ?? near, max(rows.count - 1, 0))
        let window = (middle - Self.reach..<middle + Self.reach).clamped(to: rows.indices)
        let listed = Listed(
            generation: generation, info: info,
            counts: VehicleCounts(
                total: info.total, matching: rows.count, unknownBattery: 0),
            kinds: try reader.kindCounts(of: key), kept: kept, start: window.lowerBound,
            vehicles: try reader.vehicles(at: rows[window], of: key),
            favorites: try favorites(by: reader))
        list.withLock { $0 = MadeList(generation: generation, rows: rows) }
        return listed
    }

    private func vehicle(at row: VehicleRow, by reader: StoreReader) throws -> Vehicle? {
        try reader.vehicles(at: [row], of: key).first ?? nil
    }

    /// The favorites; a source of which nothing is kept has none.
    private func favorites(by reader: StoreReader) throws -> [ListedFavorite] {
        guard source.selected.key != nil else { return [] }
        return try source.codes.favorites(in: reader).map {
            ListedFavorite(id: $0.favorite.id, vehicle: $0.vehicle)
        }
    }

    /// How many vehicles are read on both sides of the one in sight.
    private static let reach = 150

    func found(_ lookUp: (StoreReader) throws -> Vehicle?) throws -> FoundVehicle? {
        try store.snapshot { reader in
            guard let info = try reader.info(of: key), let vehicle = try lookUp(reader),
                let row = try reader.row(ofVehicle: vehicle.id, of: key)
            else { return nil }
            let detail = VehicleDetail(vehicle, info, of: source.selected, isStale: false)
            let index = list.withLock { $0.rows.firstIndex(of: row) }
            return FoundVehicle(
                detail: detail, row: row, index: index,
                notes: try source.notes(about: vehicle, by: reader))
        }
    }
}
