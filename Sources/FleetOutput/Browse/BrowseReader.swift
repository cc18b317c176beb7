import Dispatch
import FleetCore
import FleetRuntime
import FleetSQL
import FleetSettings
import FleetTUI
import FleetTeam
import Synchronization

/// Reader of stored data for the browser, on a serial queue of its own.
///
/// The list only holds the row IDs of all its vehicles. The vehicles themselves are read as the
/// screen needs them.
final class BrowseReader: Sendable {
    let store: any FleetStore
    let source: SourceSession
    let key: SourceKey
    let inbox: BrowseInbox
    private let events: EventFeed
    private let queue = DispatchQueue(label: "fleet.browse.reader")
    /// Current list, used on the queue only.
    private let list = Mutex(CurrentList())
    private let latest = Mutex(LatestRequests())
    /// Zones of the map, used on the queue only.
    private let zones = Mutex(CurrentZones())
    /// The past state that is read, used on the queue only; `nil` for the present.
    private let past = Mutex<LoadedSnapshot?>(nil)

    private struct CurrentList {
        var generation = 0
        var rows: [VehicleRowID] = []
    }

    private struct CurrentZones {
        var digest: String?
        var all: [Zone] = []
        /// Indices of those that the map shows; `nil` before it shows any.
        var shown: [Int]?
    }

    /// Latest requests; earlier ones are skipped.
    private struct LatestRequests {
        var list = 0
        var window = 0
        var points = 0
        var moment = 0
    }

    /// Creates a reader with a connection of its own to a store on disk, so that reads do not wait
    /// for a snapshot that is being saved.
    init(_ subscription: Subscription, _ inbox: BrowseInbox) throws {
        store = try subscription.store.withOwnConnection()
        source = subscription.source
        key = source.key
        self.inbox = inbox
        events = EventFeed(subscription.source, in: store)
    }

    /// Performs a read; the result is posted as an event.
    func perform(_ read: Effect.Read) {
        switch read {
        case .list(let query, let generation, let id, let near):
            makeList(query, generation: generation, selecting: id, near: near)
        case .window(let range, let generation): self.read(range, generation: generation)
        case .moment(let time): go(to: time)
        case .vehicle(let id): find(id)
        case .vehicleAtRow(let row): find(at: row)
        case .vehicleByStableID(let id): find(stableID: id)
        case .preview(let row): preview(at: row)
        case .points(let filter, let generation): readPoints(filter, generation: generation)
        case .notes(let search, let generation): readNotes(search, generation: generation)
        case .noteText(let number): readNote(number)
        case .compare(let revision, let filter): compare(revision, of: filter)
        case .between(let first, let last): readIDs(from: first, to: last)
        case .paths(let text):
            run { [self] in
                inbox.post(.paths(of: text, PathSuggestions.paths(for: text, in: source.context)))
            }
        case .photos(let paths): check(photos: paths)
        }
    }

    /// Builds the list of a query.
    private func makeList(
        _ query: VehicleQuery, generation: Int, selecting id: String?, near index: Int
    ) {
        latest.withLock { $0.list = generation }
        run { [self] in
            guard isLatest(list: generation) else { return }
            let favorites = try storedFavorites()
            let result = try read { reader in
                try buildList(
                    query, generation, selecting: id, near: index, favorites, by: reader)
            }
            if let result { inbox.post(.listed(result)) }
        }
    }

    /// Reads a range of the list's vehicles.
    private func read(_ range: Range<Int>, generation: Int) {
        let number = latest.withLock { latest in
            latest.window += 1
            return latest.window
        }
        run { [self] in
            guard latest.withLock({ $0.window == number }) else { return }
            let (currentGeneration, rows) = list.withLock { list in
                (list.generation, list.rows[range.clamped(to: list.rows.indices)])
            }
            guard currentGeneration == generation else { return }
            let vehicles = try read { try $0.vehicles(at: rows, of: key) }
            inbox.post(.window(generation: generation, start: rows.startIndex, vehicles))
        }
    }

    /// Finds a vehicle by its ID or a unique beginning of it, also one that has left the feed.
    private func find(_ id: String) {
        run { [self] in
            let found = try found { reader in
                // An ambiguous ID is not found.
                do {
                    return try source.resolver.find(id, in: reader)
                } catch is AmbiguousID {
                    return nil
                }
            }
            inbox.post(.found(id: id, found))
        }
    }

    /// Finds the vehicle at a row.
    private func find(at row: VehicleRowID) {
        run { [self] in
            inbox.post(.foundAtRow(try found { try vehicle(at: row, by: $0).map { .present($0) } }))
        }
    }

    /// Reads the vehicle at a row.
    private func preview(at row: VehicleRowID) {
        run { [self] in
            inbox.post(
                .preview(row: row, try read { try vehicle(at: row, by: $0) }))
        }
    }

    /// Reads the positions of the vehicles that match a filter.
    private func readPoints(_ filter: Filter, generation: Int) {
        latest.withLock { $0.points = generation }
        run { [self] in
            guard latest.withLock({ $0.points == generation }) else { return }
            var points: [MapPoint] = []
            let (without, zones) = try read { reader in
                let without = try reader.forEachPosition(
                    filter.at(source.context.shownNow()), of: key
                ) { row, position, color, state in
                    points.append(
                        MapPoint(
                            row: row, position: position, color: color, state: state,
                            filter: filter.color))
                }
                return (without, try changedZones(in: reader))
            }
            if let zones { inbox.post(.zones(zones)) }
            inbox.post(.points(generation: generation, points, withoutPosition: without))
        }
    }

    /// Returns the zones that apply now; `nil` if the map has them.
    private func changedZones(in reader: any SnapshotReader) throws -> [Zone]? {
        let digest = try reader.documentDigest(DocumentName.zones.text, of: key)
        return try zones.withLock { known in
            if digest != known.digest {
                known = CurrentZones(
                    digest: digest, all: try reader.zones(.all, of: key)?.zones ?? [])
            }
            let now = source.context.shownNow()
            let shown = known.all.indices.filter { known.all[$0].applies(at: now) }
            guard shown != known.shown else { return nil }
            known.shown = shown
            return shown.map { known.all[$0] }
        }
    }

    /// Compares the stored snapshot with the last one that was compared.
    private func compare(_ revision: Int64, of filter: Filter) {
        run { [self] in
            inbox.post(.compared(try events.advance(to: revision, of: filter)?.update))
        }
    }

    /// Waits for the current read, and skips queued ones.
    func finish() {
        latest.withLock { $0 = LatestRequests(list: -1, window: -1, points: -1) }
        queue.sync {}
    }

    /// Runs `body` on the queue; posts an error, after which the browser keeps its data.
    func run(_ body: @escaping @Sendable () throws -> Void) {
        inbox.read(on: queue, body)
    }

    private func isLatest(list generation: Int) -> Bool {
        latest.withLock { $0.list == generation }
    }
}

// The past.
extension BrowseReader {
    /// Runs `body` with a reader of the stored snapshot, or of the past state.
    private func read<T>(_ body: (any SnapshotReader) throws -> T) throws -> T {
        let past = past.withLock { $0 }
        return try store.snapshots.read { present in
            try body(past.map { LoadedSnapshotReader([$0], over: present) } ?? present)
        }
    }

    /// Lets all later reads be those of a past time, or of the present.
    private func go(to time: Timestamp?) {
        let number = latest.withLock { latest in
            latest.moment += 1
            return latest.moment
        }
        Task { [self] in
            var state: LoadedSnapshot?
            var error: (any Error)?
            do {
                state = try await pastState(at: time)
            } catch let caught {
                error = caught
            }
            run { [self, state, error] in
                guard latest.withLock({ $0.moment == number }) else { return }
                if let error {
                    let hint = (error as? CommandError).map { "; \($0.hint)" } ?? ""
                    inbox.post(.notice(ErrorReport(error).cause + hint, isFailure: true))
                }
                let shown = past.withLock { past in
                    if error == nil { past = state }
                    return past
                }
                inbox.post(.moment(shown.flatMap(ShownMoment.init)))
            }
        }
    }

    private func pastState(at time: Timestamp?) async throws -> LoadedSnapshot? {
        guard let time else { return nil }
        switch try await source.history({ ($0.zone, try $0.moment(at: time)) }) {
        case (let zone, .before(let first)):
            throw CommandError(
                .noInput, "the history begins at \(zone.text(first))", hint: "go forward with ]")
        case (_, .moment(let snapshot, let moment)):
            return LoadedSnapshot(snapshot, of: key, at: moment)
        }
    }
}

extension ShownMoment {
    fileprivate init?(_ state: LoadedSnapshot) {
        guard let moment = state.moment else { return nil }
        self.init(
            at: moment.at, text: state.snapshot.feed.zone.clock(moment.at),
            isInGap: moment.gap != nil)
    }
}

extension BrowseReader {
    /// Builds the list; returns `nil` if another list has been requested meanwhile.
    private func buildList(
        _ query: VehicleQuery, _ generation: Int, selecting id: String?, near index: Int,
        _ favorites: [Favorite], by reader: any SnapshotReader
    ) throws -> ListResult? {
        guard let info = try reader.info(of: key) else {
            throw StoreError.nothingStored
        }
        guard
            let rows = try reader.rowIDs(
                matching: query.at(source.context.shownNow()), of: key,
                while: { isLatest(list: generation) })
        else { return nil }
        let selectedRow = try id.flatMap { try reader.rowID(ofVehicle: $0, of: key) }
        let selectedIndex = selectedRow.flatMap { rows.firstIndex(of: $0) }
        let middle = min(selectedIndex ?? index, max(rows.count - 1, 0))
        let window = (middle - Self.windowRadius..<middle + Self.windowRadius).clamped(
            to: rows.indices)
        let result = ListResult(
            generation: generation, info: info,
            counts: VehicleCounts(
                total: info.listedTotal, matching: rows.count, unknownBattery: 0),
            facets: try reader.facetCounts(of: key), selectedIndex: selectedIndex,
            start: window.lowerBound,
            vehicles: try reader.vehicles(at: rows[window], of: key),
            favorites: try listed(favorites, by: reader))
        list.withLock { $0 = CurrentList(generation: generation, rows: rows) }
        return result
    }

    private func vehicle(at row: VehicleRowID, by reader: any SnapshotReader) throws -> Vehicle? {
        try reader.vehicles(at: [row], of: key).first ?? nil
    }

    /// Returns the favorites; none if the source is not stored.
    private func storedFavorites() throws -> [Favorite] {
        guard source.selected.key != nil else { return [] }
        return try source.annotations.favorites()
    }

    private func listed(
        _ favorites: [Favorite], by reader: any SnapshotReader
    ) throws -> [ListedFavorite] {
        guard !favorites.isEmpty else { return [] }
        return try source.stableIDs.match(favorites, in: reader).map {
            ListedFavorite(id: $0.favorite.id, vehicle: $0.vehicle)
        }
    }

    /// Number of vehicles read on each side of the selected one.
    private static let windowRadius = 150

    func found(_ lookUp: (any SnapshotReader) throws -> StoredVehicle?) throws -> FoundVehicle? {
        let found = try read { reader -> FoundVehicle? in
            guard let info = try reader.info(of: key), let known = try lookUp(reader) else {
                return nil
            }
            var detail = known.detail(
                of: source.selected.label, source.selected.source, info, isStale: false)
            detail.context = VehicleDetail.Context(
                of: detail.vehicle, in: try reader.documents(around: detail.vehicle, of: key),
                at: source.context.shownNow())
            let row = try reader.rowID(ofVehicle: known.vehicle.id, of: key)
            let index = row.flatMap { row in list.withLock { $0.rows.firstIndex(of: row) } }
            return FoundVehicle(detail: detail, row: row, index: index)
        }
        guard var found else { return nil }
        found.notes = try source.notes(about: found.detail.vehicle)
        return found
    }
}

extension BrowseReader {
    /// Reads the notes, and with a search which of them contain its text.
    private func readNotes(_ search: String?, generation: Int) {
        run { [self] in
            guard source.selected.key != nil else {
                return inbox.post(.notes(generation: generation, nil))
            }
            let notes = try source.annotations.summaries(containing: search)
            inbox.post(
                .notes(
                    generation: generation,
                    NoteList(summaries: notes.all, matching: notes.matching)))
        }
    }

    /// Reads a note.
    private func readNote(_ number: Int64) {
        run { [self] in
            let note = try source.annotations.note(number)
            inbox.post(.noteText(number: number, note))
        }
    }

    /// Finds the vehicle with a stable ID.
    private func find(stableID: String) {
        run { [self] in
            let resolver = try source.stableIDs
            inbox.post(
                .foundByStableID(
                    stableID, try found { try resolver.vehicles([stableID], in: $0)[0] }))
        }
    }
}

extension BrowseReader {
    /// Maximum number of vehicles of a range.
    private static let maxRange = 20_000

    /// Reads the IDs of the vehicles of the list between two of them.
    private func readIDs(from first: String, to last: String) {
        run { [self] in
            let rows = list.withLock(\.rows)
            let ids = try read { reader -> [String] in
                let ends = try [first, last].compactMap { id in
                    try reader.rowID(ofVehicle: id, of: key).flatMap { rows.firstIndex(of: $0) }
                }
                guard ends.count == 2 else {
                    throw CommandError(
                        .noInput, "the start of the range has left the list",
                        hint: "mark the range again")
                }
                let range = min(ends[0], ends[1])...max(ends[0], ends[1])
                guard range.count <= Self.maxRange else {
                    throw CommandError(
                        .noInput,
                        "a range has at most \(ShortText.grouped(Self.maxRange)) vehicles",
                        hint: "filter the list first")
                }
                return try reader.vehicles(at: rows[range], of: key).compactMap { $0?.id }
            }
            inbox.post(.between(ids))
        }
    }

    /// Checks the photos of a note as it is written.
    private func check(photos paths: [String]) {
        run { [self] in
            do {
                let paths = paths.map { PathSuggestions.expanded($0, in: source.context) }
                _ = try PhotoFiles(paths) { try Photo.Info(of: $0, at: $1) }
                inbox.post(.photosChecked(paths, error: nil))
            } catch {
                inbox.post(.photosChecked(paths, error: ErrorReport(error).cause))
            }
        }
    }
}
