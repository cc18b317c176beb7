import FleetCore
import FleetSQL

extension SourceSession {
    /// Returns the state of the source at a time in its history, as a person typed it; warns if the
    /// source was not read then.
    ///
    /// Its pictures, and all documents but the zones, are not in the history.
    /// - Throws: `CommandError` (64) for a text that is no past time, (66) without a state.
    func moment(_ text: String) async throws -> (Snapshot, PastMoment) {
        let (store, key) = try historyStore()
        let record = try await store.snapshots.record(of: key)
        let zone = record.info?.feed.zone ?? .utc
        let time = try time(text, in: zone)
        switch try await store.changes.moment(time, of: key) {
        case .none: throw historyIsOff
        case .before(let first): throw noHistory(before: first, in: zone)
        case .moment(var snapshot, let past, let rotation):
            snapshot.feed.rotation = rotation
            // Zones of the past are those of today.
            snapshot.documents.zones = try store.snapshots.read { try $0.zones(.all, of: key) }
            warn(of: past, in: zone)
            return (snapshot, past)
        }
    }

    var historyIsOff: CommandError {
        CommandError(
            .noInput, "the history of \(selected.label) is off",
            hint: "`fleet source edit \(selected.label) --history 30d` keeps one from now on")
    }

    func noHistory(before first: Timestamp, in zone: SystemZone) -> CommandError {
        // The text has whole seconds.
        let next = Timestamp(milliseconds: (first.milliseconds + 999) / 1000 * 1000)
        return CommandError(
            .noInput, "\(selected.label) has no history before \(zone.text(next))",
            hint: "use --at \(zone.text(next)), or a later time")
    }

    func historyStore() throws -> (any FleetStore, SourceKey) {
        switch storage {
        case .store(let store, let leadership) where selected.team == nil:
            return (store, leadership.key)
        case .readOnly(let store, let key) where selected.team == nil: return (store, key)
        case .store, .readOnly, .notStored:
            throw CommandError.usage(
                "--at cannot be used with \(selected.label), which has no history here",
                hint: "add it with `fleet source add NAME LOCATION --history 30d`")
        }
    }

    func time(_ text: String, in zone: SystemZone) throws -> Timestamp {
        let now = context.shownNow()
        do throws(MomentTextError) {
            let time = try MomentText.time(text, in: zone, now: now)
            if time <= now { return time }
        } catch {
            throw CommandError.usage(error.cause, hint: error.hint)
        }
        throw CommandError.usage(
            "\(TerminalText.limited(text)) is in the future", hint: "give a past time")
    }

    func warn(of past: PastMoment, in zone: SystemZone) {
        guard let gap = past.gap else { return }
        let end = gap.end == past.at ? "since" : "to \(zone.text(gap.end)) after"
        context.output.warn(
            "\(selected.label) was not read \(end) \(zone.text(gap.start)); this is what it had then"
        )
    }
}
