import FleetCore
import FleetService
import FleetStore

extension OpenSource {
    /// Disposes of the running subscription, subscribes anew and waits for the snapshot.
    ///
    /// The process that leads the source does it if there is one, else this one. A refresh is for the
    /// store; one of a source that would be stored, but cannot be, fails.
    /// - Throws: `FeedFailure`, `Problem`, `CancellationError`.
    func refresh() async throws -> SnapshotInfo {
        if selected.key != nil { _ = try keptStore() }
        do {
            if let leadership, try leadership.isTaken,
                let info = try await leadership.client()?.refresh()
            {
                return info
            }
            return try await refreshAlone()
        } catch let error as RefreshError {
            throw meaning(of: error)
        }
    }

    private func refreshAlone() async throws -> SnapshotInfo {
        let service = service(storing: try writableStore(), WatchPolicy())
        do {
            let info = try await service.refresh()
            await service.stop()
            return info
        } catch {
            await service.stop()
            throw error
        }
    }

    /// Loads once for a command that reads, not for a person's refresh.
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

    /// What a refresh that failed means to the person who asked for it.
    func meaning(of error: RefreshError) -> any Error {
        switch error {
        case .failed(let failure, _): return failure
        case .cancelled: return CancellationError()
        case .stopped:
            return Problem(
                .unavailable, "the refresh of \(selected.label) was stopped",
                hint: "run the command again")
        case .leftAlone(let failure, let until):
            let wait = (until - composition.now()).secondsToWait
            return Problem(
                ExitStatus(failure.kind), failure.cause,
                hint: "the service asks to be left alone for another \(wait) s")
        }
    }
}
