import FleetCore
import FleetService
import FleetStore

extension SourceSession {
    /// Disposes the running subscription, subscribes again and waits for the snapshot.
    ///
    /// This happens in the process that leads the source, or in this one if none leads. Fails if
    /// the source would be stored, but the store cannot be written.
    /// - Throws: `FeedFailure`, `CommandError`, `CancellationError`.
    func refresh() async throws -> SnapshotInfo {
        if selected.key != nil { _ = try persistentStore() }
        do {
            if let leadership, try leadership.isTaken,
                let info = try await leadership.client()?.refresh()
            {
                return info
            }
            return try await refreshAlone()
        } catch let error as RefreshError {
            throw userFacingError(for: error)
        }
    }

    private func refreshAlone() async throws -> SnapshotInfo {
        let service = service(storing: try workingStore(), WatchPolicy())
        do {
            let info = try await service.refresh()
            await service.stop()
            return info
        } catch {
            await service.stop()
            throw error
        }
    }

    /// Loads once for a command that shows the source; not a refresh by the user.
    /// - Throws: `FeedFailure`, `CancellationError`.
    func loadOnce(into store: FleetStore) async throws -> SnapshotInfo {
        let service = service(storing: store, WatchPolicy())
        await service.start()
        for await update in await service.states() {
            switch update.state {
            case .idle, .loading: continue
            case .live(let info, _):
                await service.stop()
                return info
            case .failed(let failure, _, _, _), .stopped(let failure?, _):
                await service.stop()
                throw failure
            case .stopped(nil, _): break
            }
        }
        await service.stop()
        throw CancellationError()
    }

    /// Returns the error to report to the user for a failed refresh.
    func userFacingError(for error: RefreshError) -> any Error {
        switch error {
        case .failed(let failure, _): return failure
        case .cancelled: return CancellationError()
        case .stopped:
            return CommandError(
                .unavailable, "the refresh of \(selected.label) was stopped",
                hint: "run the command again")
        case .backingOff(let failure, let until):
            let wait = (until - context.now()).secondsToWait
            return CommandError(
                ExitStatus(failure.kind), failure.cause,
                hint: "the service asks clients to wait another \(wait) s")
        }
    }
}
