package import FleetCore
import FleetService

/// The findings of the check of a source before it is saved.
package struct SourceCheck: Sendable {
    /// Feeds of the source that could be read.
    fileprivate let feeds: [LoadedFeed]
    /// Why the vehicles of a source with sites could not be read; `nil` if it has none.
    fileprivate var vehiclesFailure: FeedFailure?

    fileprivate struct LoadedFeed: Sendable {
        let feed: Source.Feed
        let snapshot: Snapshot
        let outcome: FetchOutcome
    }

    private func snapshot(of feed: Source.Feed) -> Snapshot? {
        feeds.first { $0.feed == feed }?.snapshot
    }

    /// Description of the feed; `nil` if nothing could be read.
    package var feed: FeedDescription? {
        (snapshot(of: .vehicles) ?? snapshot(of: .sites))?.feed
    }

    /// Number of vehicles; `nil` without a feed of vehicles.
    package var vehicleCount: Int? { snapshot(of: .vehicles)?.listedTotal }

    /// Number of sites; `nil` without sites.
    package var siteCount: Int? {
        snapshot(of: .sites).flatMap { $0.total > 0 ? $0.total : nil }
    }

    /// Notices about the feed of vehicles, such as skipped vehicles.
    package var notices: [String] {
        (vehiclesFailure.map { [$0.vehiclesNotice] } ?? [])
            + (snapshot(of: .vehicles)?.parseReport.notices ?? [])
    }

    /// Prints the format of the feed, the number of its vehicles and sites and whether its IDs
    /// rotate, and warns of what could not be read.
    /// - Parameter imported: The report of the table whose rows were imported, in which rows have the
    ///   numbers of the file.
    package func report(
        on source: Source, to output: Output, imported: ParseReport? = nil
    ) {
        let vehicles = snapshot(of: .vehicles)
        guard let feed = (vehicles ?? snapshot(of: .sites))?.feed else { return }
        var parts = [
            feed.format,
            vehicles.map { ShortText.count($0.listedTotal, "vehicle") }
                ?? (vehiclesFailure == nil ? "no vehicles" : "unreadable vehicles"),
        ]
        if let sites = snapshot(of: .sites), sites.total > 0 || vehicles == nil {
            parts.append(ShortText.count(sites.total, "site"))
        }
        if vehicles != nil {
            switch source.rotation(observed: feed.rotation) {
            case .yes: parts.append("rotating IDs")
            case .no: parts.append("stable IDs")
            case .unknown: parts.append("not known whether IDs rotate")
            }
        }
        output.log("found " + parts.joined(separator: ", "))
        feed.tableLines.forEach(output.log)
        if let assets = feed.assets { output.log("asset list: " + assets.text) }
        if let vehiclesFailure { output.warn(vehiclesFailure.vehiclesNotice) }
        if let vehicles { output.warn(of: imported ?? vehicles.parseReport) }
    }
}

extension FeedFailure {
    /// Returns the remedy for a source that is about to be saved.
    fileprivate func hint(for source: Source, _ credentials: Credentials) -> String {
        switch reason {
        case .access(.accessDenied) where credentials.tokenSigning != nil:
            "the service refused the token: check the options --jwt-… and the clock of this machine"
        case .access(.accessDenied) where !credentials.isEmpty:
            "the service refused the credentials: check them"
        default: source.provider.hint(for: self)
        }
    }
}

/// Checker of sources that are about to be saved, as in
/// `SourceChecker(in: context).check(source, named: name, credentials)`.
package struct SourceChecker: Sendable {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Loads the feeds of a source that is about to be saved, and stores nothing.
    ///
    /// Sites that cannot be read are only a warning beside vehicles.
    /// - Parameter rows: The rows of a source whose rows are about to be stored; `nil` for stored ones.
    /// - Returns: The findings; `nil` if the simulation simulated a failure.
    /// - Throws: `CommandError` with the cause of the failure.
    package func check(
        _ source: Source, named name: String, _ credentials: Credentials, rows: TableRows? = nil
    ) async throws -> SourceCheck? {
        let selected = ResolvedSource(
            unsaved: source, named: name, credentials: credentials, rows: rows)
        do {
            return try await load(selected)
        } catch let failure as FeedFailure {
            if case .simulation = source.location, failure.kind != .usage {
                context.output.warn(failure.cause)
                return nil
            }
            throw CommandError(
                ExitStatus(failure.kind), failure.cause,
                hint: failure.hint(for: source, credentials)
                    + (rows == nil ? "; --no-check saves the source without reading it" : ""))
        }
    }

    /// Loads the feeds of a source that is about to be saved, for at most some time.
    ///
    /// - Returns: The findings; `nil` if the simulation simulated a failure.
    /// - Throws: `FeedFailure`; `CancellationError` if the time is over.
    package func check(
        _ source: Source, named name: String, _ credentials: Credentials, within limit: Duration
    ) async throws -> SourceCheck? {
        let selected = ResolvedSource(unsaved: source, named: name, credentials: credentials)
        let quiet = SourceChecker(in: context.withoutProgress())
        return try await withThrowingTaskGroup(of: SourceCheck?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    return try await quiet.load(selected)
                } catch let failure as FeedFailure {
                    guard case .simulation = source.location, failure.kind != .usage else {
                        throw failure
                    }
                    return nil
                }
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw CancellationError()
            }
            guard let first = try await group.next() else { return nil }
            return first
        }
    }

    private func load(_ selected: ResolvedSource) async throws -> SourceCheck {
        do {
            let vehicles = try await load(.vehicles, of: selected)
            do {
                return SourceCheck(feeds: [vehicles, try await load(.sites, of: selected)])
            } catch let failure as FeedFailure {
                context.output.warn("the sites cannot be read: " + failure.cause)
                return SourceCheck(feeds: [vehicles])
            }
        } catch let failure as FeedFailure where failure.mayHaveSites {
            do {
                let sites = try await load(.sites, of: selected)
                guard failure.leavesStations == true else { return SourceCheck(feeds: [sites]) }
                guard sites.snapshot.total > 0 else { throw failure }
                return SourceCheck(feeds: [sites], vehiclesFailure: failure)
            } catch let other as FeedFailure {
                throw other.reason == .content(.noSites) ? failure : other
            }
        }
    }

    private func load(
        _ feed: Source.Feed, of selected: ResolvedSource
    ) async throws -> SourceCheck.LoadedFeed {
        let session = try context.open(selected, reading: feed)
        let request = RequestID(beganAt: context.now(), process: context.process)
        let response = try await session.load(nil)
        guard case .loaded(let snapshot, _, _) = response else {
            throw FeedFailure(
                .network(.connection("a response without content")), at: selected.label)
        }
        let outcome = FetchOutcome(
            response, of: request, shownAt: context.shownNow(), receivedAt: context.now(),
            session.servicePolicy(WatchPolicy()))
        return SourceCheck.LoadedFeed(feed: feed, snapshot: snapshot, outcome: outcome)
    }

    /// Stores the snapshots of a check as the first ones of the source, now that it is saved.
    ///
    /// A failure is only logged, since the next command then loads the source again.
    package func store(
        _ check: SourceCheck, of source: Source, named name: String, _ credentials: Credentials
    ) async {
        // There, only the process that has the lease of a feed commits; it reads the source soon.
        guard !context.usesDatabase else { return }
        let selected = ResolvedSource(
            name: name, source: source,
            credentials: credentials.isEmpty ? Credentials() : credentials)
        for loaded in check.feeds {
            do {
                let session = try context.open(selected, reading: loaded.feed)
                _ = try await session.commit(loaded.outcome, in: session.workingStore())
            } catch {
                context.log(
                    "store: the snapshot of the check is not saved: \(ErrorReport(error).cause)")
            }
        }
    }
}
