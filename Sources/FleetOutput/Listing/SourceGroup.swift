package import FleetCore
package import FleetRuntime
package import FleetSQL
package import FleetSettings

/// The sources that a command lists together, one or several.
package struct SourceGroup {
    /// A source, and what it lists.
    package struct Member {
        let source: ResolvedSource
        let query: VehicleQuery

        /// - Parameter query: The selection, with the saved colors of the source.
        package init(_ source: ResolvedSource, _ query: VehicleQuery) {
            (self.source, self.query) = (source, query)
        }
    }

    private let members: [Member]
    /// The selection that all of them share.
    private let query: VehicleQuery
    private let context: CommandContext
    /// How exactly the typed IDs name vehicles.
    private let precision: VehicleResolver.Precision

    /// - Parameters:
    ///   - members: The sources; one makes a list without the column of the source.
    ///   - query: The selection that all of them share, without saved colors.
    ///   - precision: How exactly the typed IDs name vehicles.
    package init(
        _ members: [Member], of query: VehicleQuery, in context: CommandContext,
        precision: VehicleResolver.Precision = .beginning
    ) {
        (self.members, self.query, self.context) = (members, query, context)
        self.precision = precision
    }

    /// Logs that saved colors narrow the output.
    /// - Parameter canClear: Whether the command clears them with `--color all`.
    package func logUseOfSavedColors(canClear: Bool = false) {
        let queries = members.map(\.query).filter(\.hasSavedColors)
        for colors in Set(queries.map(\.filter.color)) {
            SavedColors.logUse(of: colors, to: context.output, canClear: canClear)
        }
    }

    /// Passes the matching vehicles to `body`, after a fetch of the sources for which one is due.
    ///
    /// The vehicles of each source come from one snapshot. Those of several sources are one list;
    /// a source that cannot be read hides none of the others.
    /// - Parameter failures: The errors of sources that could not even be prepared.
    /// - Returns: The value of `body`, and the errors of the sources that the list lacks.
    /// - Throws: The error of a single source; ``SourceFailures`` if none of several can be read.
    package func withListing<Value>(
        _ mode: FetchMode, onlyFavorites: Bool = false,
        failures: SourceFailures = SourceFailures(), _ body: (Listing) throws -> Value
    ) async throws -> (value: Value, failures: SourceFailures?) {
        if members.count == 1, failures.isEmpty {
            let member = members[0]
            let value = try await context.open(member.source).withListing(
                member.query, mode, onlyFavorites: onlyFavorites, precision: precision, body)
            return (value, nil)
        }
        var (failures, stores) = (failures, HomeStores(in: context))
        var fetched: [FetchedSource] = []
        for member in members {
            do {
                let session = try stores.open(member.source)
                fetched.append(
                    try await FetchedSource(
                        session, member.query, mode, onlyFavorites: onlyFavorites,
                        precision: precision))
            } catch {
                try await add(error, of: member.source, to: &failures)
            }
        }
        let value = try Self.reading(fetched) { reader in
            var listings: [Listing] = []
            for source in fetched {
                do {
                    listings.append(try source.listing(in: reader(source), .optional))
                } catch {
                    try failures.add(error, of: source.source.selected.label)
                }
            }
            guard !listings.isEmpty else { throw failures }
            let listing = Listing(listings, unread: failures.unread, of: query)
            try listing.requireListedValues(of: query, context.output)
            if !query.typedIDs.isEmpty, listing.header.counts.matching == 0 {
                throw noVehicle(query.typedIDs[0])
            }
            return try body(listing)
        }
        return (value, failures.isEmpty ? nil : failures)
    }

    /// Passes the matching vehicles to `body`; then logs that saved colors narrow them, and saves
    /// the colors that were selected, as far as each source has them, even if `body` fails.
    /// - Parameters:
    ///   - colors: The selected colors; `nil` to save none.
    ///   - known: The preferences that were read last.
    /// - Returns: The errors of the sources that the list lacks.
    package func withListing(
        _ mode: FetchMode, onlyFavorites: Bool, saving colors: ColorFilter?,
        since known: Preferences?, _ body: (Listing) throws -> Void
    ) async throws -> SourceFailures? {
        let (listed, failures) = try await withListing(mode, onlyFavorites: onlyFavorites) {
            listing in
            (result: Result { try body(listing) }, headers: listing.header.sources)
        }
        logUseOfSavedColors(canClear: true)
        if let colors {
            for source in members.map(\.source) {
                guard let header = listed.headers.first(where: { $0.source == source.label })
                else { continue }
                try await SavedColors(of: source, in: context).save(
                    colors, existing: header.existingColors, since: known)
            }
        }
        try listed.result.get()
        return failures
    }

    /// Passes the reader of each source to `body`, all within one transaction of each store: the
    /// sources of a home, or of a database, share one, and so do those of a team's server.
    private static func reading<Value>(
        _ sources: [FetchedSource],
        _ body: (_ reader: (FetchedSource) -> (any SnapshotReader)?) throws -> Value
    ) throws -> Value {
        func store(ofTeam isOfTeam: Bool) -> (any FleetStore)? {
            sources.lazy.filter { $0.isOfTeam == isOfTeam }.compactMap(\.store).first
        }
        func read<Result>(
            _ store: (any FleetStore)?, _ body: ((any SnapshotReader)?) throws -> Result
        ) throws -> Result {
            guard let store else { return try body(nil) }
            return try store.snapshots.read { try body($0) }
        }
        return try read(store(ofTeam: false)) { home in
            try read(store(ofTeam: true)) { team in
                try body { $0.isOfTeam ? team : home }
            }
        }
    }

    private func noVehicle(_ id: String) -> CommandError {
        let names = members.map(\.source.label).joined(separator: ", ")
        if precision == .exact { return .noVehicle(ofFile: query.typedIDs, in: names) }
        return CommandError(
            .noInput, "no vehicle \(CommandError.shownID(id)) in \(names)",
            hint: "search for part of the ID with `fleet list --search TEXT --color all`")
    }
}

extension FetchedSource {
    fileprivate var isOfTeam: Bool { source.selected.team != nil }
}

extension SourceGroup {
    /// Adds the error of a source; one that has only stations has merely no vehicles to list.
    private func add(
        _ error: any Error, of source: ResolvedSource, to failures: inout SourceFailures
    ) async throws {
        if let session = try? context.open(source),
            let failure = await session.failureOfVehicles(error), failure.reason.meansNoVehicles
        {
            context.output.log("\(source.label) has stations and no vehicles")
        } else {
            try failures.add(error, of: source.label)
        }
    }
}

extension SourceFailures {
    fileprivate var unread: [UnreadSource] {
        failures.map { UnreadSource($0.source, cause: ErrorReport($0.error).cause) }
    }
}
