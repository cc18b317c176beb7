import FleetCore
import FleetService
import FleetTeam
import HTTPTypes

extension PolledSource {
    /// Refreshes the source.
    /// - Throws: `Problem` if the request fails, while the service asked for a pause, or after too
    ///   many refreshes of the user. If the refresh takes longer than a request may wait, the
    ///   status is 504 and the refresh continues; `TeamError.forbidden`.
    func refresh(for request: UserRequest) async throws -> SnapshotInfo {
        do {
            try await request.access.countRefresh()
        } catch TeamError.throttled(let until) {
            throw Problem(
                .tooManyRequests,
                "You have refreshed \(Access.refreshesPerMinute) times in a minute.",
                hint: "The list is kept up to date by itself.", retryAt: until)
        }
        let environment = request.environment
        do {
            return try await environment.waiting(
                for: localized("The service of \(name)"),
                hint: localized("The refresh continues, and the list will show its result.")
            ) { try await environment.sources.refresh(uuid) }
        } catch let error as RefreshError {
            throw Problem(error, of: self)
        }
    }
}

extension Problem {
    /// Creates the answer to a refresh that failed.
    fileprivate init(_ error: RefreshError, of source: PolledSource) {
        switch error {
        case .failed(let failure, let retryAt):
            let failure = failure.withoutMachine(named: source.name)
            self.init(
                .badGateway, .verbatim(failure.cause.sentence),
                hint: .verbatim(failure.hint.sentence), retryAt: retryAt)
        case .backingOff(let failure, let until):
            let failure = failure.withoutMachine(named: source.name)
            self.init(
                .serviceUnavailable, .verbatim(failure.cause.sentence),
                hint: "The service asked for a pause.", retryAt: until, unavailable: .sourcePaused)
        case .stopped, .cancelled:
            self.init(
                .serviceUnavailable, "The polling of \(source.name) has stopped.",
                hint: "Try again.", unavailable: .sourcePaused)
        }
    }
}
