package import FleetCore
package import FleetSQL

extension SourceSession {
    /// Returns the state of the source at a time in its history, as a person typed it; warns if the
    /// source was not read then.
    ///
    /// Its pictures, and all documents but the zones, are not in the history.
    /// - Throws: `MomentTextError` for a text that is not a past time; `CommandError` (66) without a
    ///   state.
    func moment(_ text: String) async throws -> (Snapshot, PastMoment) {
        let (store, key) = try historyStore()
        guard var past = try await moment(text, of: key, { try $0.moment(at: $1) }) else {
            throw historyIsOff
        }
        // Zones of the past are those of today.
        past.snapshot.documents.zones = try store.snapshots.read { try $0.zones(.all, of: key) }
        return past
    }

    /// Returns the state of a feed of the source at a time in its history, `nil` without one.
    ///
    /// It warns if the feed was not read then, unless it is quiet.
    /// - Parameter text: The time as a person typed it.
    func moment(
        _ text: String, of key: SourceKey, isQuiet: Bool = false,
        _ read: @escaping @Sendable (HistoryReader, Timestamp) throws -> MomentRead
    ) async throws -> (snapshot: Snapshot, past: PastMoment)? {
        let (now, store) = (context.shownNow(), try historyStore().0)
        let found = try await store.changes.history(of: key) { reader in
            (reader.zone, try read(reader, Self.time(text, in: reader.zone, now: now)))
        }
        guard let (zone, moment) = found else { return nil }
        switch moment {
        case .before(let first):
            // The text has whole seconds.
            let next = Timestamp(milliseconds: (first.milliseconds + 999) / 1000 * 1000)
            throw CommandError(
                .noInput, "\(selected.label) has no history before \(zone.text(next))",
                hint: "use --at \(zone.text(next)), or a later time")
        case .moment(let snapshot, let past):
            if !isQuiet {
                zone.notice.map(context.output.warn)
                warn(of: past, in: zone)
            }
            return (snapshot, past)
        }
    }

    /// Runs `body` with a reader of the history of the source, in one read transaction.
    /// - Throws: `CommandError` (64) for a source that can have none here, (66) for one without.
    package func history<T: Sendable>(
        _ body: @escaping @Sendable (HistoryReader) throws -> T
    ) async throws -> T {
        let (store, key) = try historyStore()
        let read = try await store.changes.history(of: key) { reader in
            (try body(reader), reader.zone.notice)
        }
        guard let (value, notice) = read else { throw historyIsOff }
        notice.map(context.output.warn)
        return value
    }

    var historyIsOff: CommandError {
        CommandError(
            .noInput, "the history of \(selected.label) is off",
            hint: "`fleet source edit \(selected.label) --history 30d` keeps one from now on")
    }

    /// Returns the store with the history of the source.
    /// - Throws: `CommandError` (64) for a source that can have none here.
    package func historyStore() throws -> (any FleetStore, SourceKey) {
        switch storage {
        case .store(let store, let leadership) where selected.team == nil:
            return (store, leadership.key)
        case .readOnly(let store, let key) where selected.team == nil: return (store, key)
        case .store, .readOnly, .notStored:
            throw CommandError.usage(
                "\(selected.label) has no history here",
                hint: "add it with `fleet source add NAME LOCATION --history 30d`")
        }
    }

    private static func time(
        _ text: String, in zone: SystemTimeZone, now: Timestamp
    ) throws(MomentTextError) -> Timestamp {
        let time = try MomentText.time(text, in: zone, now: now)
        guard time <= now else { throw .future(text) }
        return time
    }

    func warn(of past: PastMoment, in zone: SystemTimeZone) {
        guard let gap = past.gap else { return }
        let end = gap.end == past.at ? "since" : "to \(zone.text(gap.end)) after"
        context.output.warn(
            "\(selected.label) was not read \(end) \(zone.text(gap.start)); this is what it had then"
        )
    }
}

/// The sites of a source at a time in their history.
package struct PastSites: Sendable {
    /// The sites, ordered by ID; names, positions and capacities are those of today.
    package let sites: [Site]
    /// The description of the feed.
    package let feed: FeedDescription
    /// The time.
    package let moment: PastMoment
    /// The vehicles at the sites then, if the feed lacks the vehicle count of any site.
    package let parked: ParkedVehicles
}

extension SourceSession {
    /// Returns the sites of the source at a time in their history, as a person typed it.
    /// - Parameter isQuiet: Whether it does not warn if the sites were not read then.
    /// - Throws: `MomentTextError` for a text that is not a past time; `CommandError` (66) without a
    ///   state.
    package func pastSites(at text: String, isQuiet: Bool = false) async throws -> PastSites {
        let (store, key) = try historyStore()
        let past = try await moment(text, of: key, isQuiet: isQuiet) { try $0.sites(at: $1) }
        guard let past else { throw noSiteHistory }
        return PastSites(
            sites: past.snapshot.sites, feed: past.snapshot.feed, moment: past.past,
            parked: try await parkedVehicles(
                at: past.past.at, past.snapshot.sites, in: store))
    }

    private var noSiteHistory: CommandError {
        guard selected.source.history != nil else { return historyIsOff }
        return CommandError(
            .noInput, "\(selected.label) has no history of its sites yet",
            hint:
                "`fleet site list\(selected.option)` reads them, and keeps their changes from now on"
        )
    }

    private func parkedVehicles(
        at time: Timestamp, _ sites: [Site], in store: any FleetStore
    ) async throws -> ParkedVehicles {
        guard sites.contains(where: { $0.vehicles == nil }), let key = selected.vehiclesKey,
            case .moment(let snapshot, _)? = try await store.changes.history(
                of: key, { try $0.moment(at: time) })
        else { return ParkedVehicles() }
        let query = VehicleQuery()
        let ids = query.selection(in: snapshot).indices.compactMap {
            snapshot.vehicles[$0].stationID
        }
        return ParkedVehicles(Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +))
    }
}
