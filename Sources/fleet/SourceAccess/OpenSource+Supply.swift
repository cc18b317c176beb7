import FleetCore
import FleetService
import FleetStore

extension OpenSource {
    /// Where the vehicles that a command shows come from.
    enum Supply {
        /// Just read, and kept nowhere.
        case snapshot(Snapshot)
        /// The store, which is as new as the source allows unless it is stale.
        case stored(FleetStore, SourceKey, isStale: Bool)
    }

    /// Reads the source if it is due to be asked, and says where its vehicles are.
    ///
    /// What is kept nowhere holds the vehicles of the given kinds only.
    func supply(_ asking: Asking, _ kinds: Filter = Filter()) async throws -> Supply {
        switch shelf {
        case .nowhere: return .snapshot(try await snapshot(of: kinds))
        case .store(let store, let leadership):
            let isStale = try await freshen(store, leadership, asking)
            return .stored(store, leadership.key, isStale: isStale)
        case .readOnly(let store, let key):
            return try await supply(besides: store, key, asking)
        }
    }

    /// The vehicles of some kinds as they are now.
    func snapshot(of kinds: Filter = Filter()) async throws -> Snapshot {
        guard case .loaded(let snapshot, _, _) = try await load(nil, keeping: kinds) else {
            throw FeedFailure(.connection("an answer without content"), at: selected.label)
        }
        return snapshot
    }

    /// Reads the source beside a store that cannot be written, or else falls back on that.
    private func supply(
        besides store: FleetStore, _ key: SourceKey, _ asking: Asking
    ) async throws -> Supply {
        let record = try await store.record(of: key)
        let decision = AskPolicy(
            record, at: composition.now(), offline: asking.offline, isLed: false)
        guard decision == .ask else {
            let isStale = try standing(decision, record, asking)
            return .stored(store, key, isStale: isStale)
        }
        do {
            return .snapshot(try await snapshot())
        } catch let failure as FeedFailure {
            try tolerate(failure, record, asking)
            return .stored(store, key, isStale: true)
        }
    }
}

extension OpenSource {
    /// Brings the store up to date if the source is due to be asked; returns whether it stays stale.
    private func freshen(
        _ store: FleetStore, _ leadership: Leadership, _ asking: Asking
    ) async throws -> Bool {
        let record = try await store.record(of: leadership.key)
        let decision = AskPolicy(
            record, at: composition.now(), offline: asking.offline, isLed: leadership.isTaken)
        do {
            switch decision {
            case .ask: _ = try await loadOnce(into: store)
            case .dontAsk(.leader) where record.info == nil: _ = try await refresh()
            case .dontAsk(.fresh) where isClockOfSourceStopped: _ = try await refresh()
            case .dontAsk: return try standing(decision, record, asking)
            }
            return false
        } catch let failure as FeedFailure {
            try tolerate(failure, record, asking)
            return true
        }
    }

    /// Whether what is stored may be of another time than the one that `FLEET_NOW` stopped at.
    private var isClockOfSourceStopped: Bool {
        guard case .simulation = selected.source.location else { return false }
        return composition.stoppedClock != nil
    }

    /// What a decision not to ask means for what is stored: whether it is stale.
    private func standing(
        _ decision: AskPolicy, _ record: SourceRecord, _ asking: Asking
    ) throws -> Bool {
        switch decision {
        case .ask, .dontAsk(.fresh), .dontAsk(.leader): return false
        case .dontAsk(.backOff(let backOff)):
            try tolerate(backOff.failure, record, asking, until: backOff.retryAt)
            return true
        case .dontAsk(.offline):
            guard record.info != nil else {
                throw Problem(
                    .unavailable, "nothing is stored of \(selected.label)",
                    hint: "leave out --offline once, to read it")
            }
            return record.backOff != nil
                || AskPolicy(record, at: composition.now(), offline: false, isLed: false) == .ask
        }
    }

    /// Warns of a failure if something is stored that can be shown instead; throws it if not.
    private func tolerate(
        _ failure: FeedFailure, _ record: SourceRecord, _ asking: Asking, until: Timestamp? = nil
    ) throws {
        guard let info = record.info, !asking.strict else { throw leftAlone(failure, until) }
        composition.output.warn(
            TerminalText.escaped(failure.cause) + "; showing what was fetched "
                + LocalTime.text(info.fetchedAt))
    }

    private func leftAlone(_ failure: FeedFailure, _ until: Timestamp?) -> any Error {
        guard let until else { return failure }
        let wait = max(1, Int((until - composition.now()).seconds.rounded(.up)))
        return Problem(
            ExitStatus(failure.kind), failure.cause,
            hint: "it is left alone for another \(wait) s; `fleet refresh` asks now")
    }
}
