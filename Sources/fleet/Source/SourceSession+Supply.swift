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
        case .nowhere:
            if asking.offline, selected.source.location.isWeb { throw nothingStored }
            return .snapshot(try await snapshot(of: kinds))
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
            record, at: composition.now(), offline: asking.offline, isLed: try leadership.isTaken)
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
        case .ask, .dontAsk(.fresh): return false
        case .dontAsk(.leader):
            // A leader that does not try again keeps the failure that it stopped at.
            guard let backOff = record.backOff else { return false }
            try tolerate(backOff.failure, record, asking)
            return true
        case .dontAsk(.backOff(let backOff)):
            try tolerate(backOff.failure, record, asking, during: backOff)
            return true
        case .dontAsk(.offline):
            guard record.info != nil else { throw nothingStored }
            return record.backOff != nil
                || AskPolicy(record, at: composition.now(), offline: false, isLed: false) == .ask
        }
    }

    private var nothingStored: Problem {
        Problem(
            .unavailable, "nothing is stored of \(selected.label)",
            hint: "leave out --offline once, to read it")
    }

    /// Warns of a failure if something is stored that can be shown instead; throws it if not.
    private func tolerate(
        _ failure: FeedFailure, _ record: SourceRecord, _ asking: Asking,
        during backOff: BackOff? = nil
    ) throws {
        guard let info = record.info, !asking.strict else { throw leftAlone(failure, backOff) }
        composition.output.warn(
            failure.cause + "; showing what was fetched " + LocalTime.text(info.fetchedAt))
    }

    private func leftAlone(_ failure: FeedFailure, _ backOff: BackOff?) -> any Error {
        guard let backOff else { return failure }
        let now = composition.now()
        if let notBefore = backOff.notBefore, notBefore > now {
            return meaning(of: .leftAlone(failure, until: notBefore))
        }
        let wait = (backOff.retryAt - now).secondsToWait
        return Problem(
            ExitStatus(failure.kind), failure.cause,
            hint: "it is left alone for another \(wait) s; `fleet refresh` asks now")
    }
}
