package import FleetCore
package import FleetRuntime
import FleetSQL

/// Sites of a source for display, all from one snapshot.
package struct SiteListing {
    package private(set) var header: SiteListHeader
    /// The sites, sorted by ID unless a query was applied.
    package private(set) var sites: [SiteStatus]
    /// Report of rows skipped or repaired while the feed was parsed.
    package let parseReport: ParseReport
    /// The option that selects the source.
    private let option: String
    /// Reads the measurement history of a site.
    private let samples: (_ id: String) throws -> [Quantity: [Sample]]

    /// Returns a site with its measurement history.
    package func detail(of status: SiteStatus) throws -> SiteDetail {
        var status = status
        status.samples = try samples(status.site.id)
        return SiteDetail(header: header, status: status)
    }
}

extension SiteListing {
    /// Creates a listing of the sites at a time in their history, without measurements.
    init(_ past: PastSites, of source: ResolvedSource) {
        let sites = past.sites.map { SiteStatus($0, vehicles: past.parked[$0.id]) }
        var header = SiteListHeader(
            source: source.label, feed: past.feed, fetchedAt: past.moment.dataAt, isStale: false,
            total: sites.count, skipped: 0)
        header.moment = past.moment
        self.init(
            header: header, sites: sites, parseReport: ParseReport(), option: source.option,
            samples: { _ in [:] })
    }

    /// Creates a listing of the sites of a snapshot.
    ///
    /// If the feed has no vehicle counts, the stored vehicles at the sites are counted.
    init(_ stored: StoredSnapshot, of source: ResolvedSource, isStale: Bool) throws {
        let (reader, info) = (stored.reader, stored.info)
        let found = try reader.sites(of: stored.key)
        let parked = try source.vehiclesKey.map { try reader.parkedVehicles($0, at: found) }
        let sites = found.map { SiteStatus($0, vehicles: parked?[$0.id]) }
        self.init(
            header: SiteListHeader(
                source: source.label, feed: info.feed, fetchedAt: info.fetchedAt,
                isStale: isStale, total: sites.count, skipped: info.parseReport.skipped),
            sites: sites, parseReport: info.parseReport, option: source.option,
            samples: { try reader.samples(ofSite: $0, of: stored.key) })
    }
}

extension SiteListing {
    /// Returns the listing of the sites that a query selects.
    /// - Throws: `CommandError` (66) for a region or a type that the source does not have.
    package func selecting(_ query: SiteQuery) throws -> SiteListing {
        if query.selectsPublished,
            let unknown = UnknownFilterValue.all(
                in: query, of: [header.feed], sites: sites.map(\.site)
            ).first
        {
            throw CommandError(unknown, in: [header.source])
        }
        var listing = self
        listing.sites = query.selection(of: sites, in: header.feed)
        listing.header.shown = listing.sites.count
        listing.header.distanceOrigin = query.near
        return listing
    }

    /// Returns the header above a table or a map, with line ends.
    package func headerText(_ style: TableStyle) -> String {
        header.text(alarms: sites.count { $0.site.hasAlarm }, style: style)
    }

    /// Prints the list with a header.
    /// - Throws: `CommandError` (64) if sites lack a selected field.
    package func print(
        as format: SiteListFormat, _ display: ListDisplay, in context: CommandContext
    ) throws {
        try context.printList(display, header: format == .table ? headerText : nil) {
            style, selection, sink in
            try SiteListEncoder(
                format: format, header: header, style: style, selection: selection
            ).write(sites, to: &sink)
        }
    }
}

extension SourceSession {
    /// Passes the sites to `body`, after a fetch if one is due; or those of a time in the history.
    ///
    /// If the source cannot be read, stored data is used, with a warning.
    package func withSites<Value>(
        _ mode: FetchMode, _ body: (SiteListing) throws -> Value
    ) async throws -> Value {
        if let moment = mode.moment {
            return try body(SiteListing(try await pastSites(at: moment), of: selected))
        }
        let content = try await fetchIfDue(mode)
        return try content.read {
            try body(SiteListing($0, of: selected, isStale: content.isStale))
        }
    }
}

extension SourceSession {
    /// Passes the stations of a source without vehicles to `body`, after a message.
    /// - Parameters:
    ///   - error: Error of the attempt to read vehicles, which is thrown if there are no stations
    ///     either.
    ///   - notice: The text instead of vehicles; `nil` for an empty document.
    ///   - refusal: Error about an argument of the command that stations do not have.
    /// - Throws: The refusal, if there are stations.
    package func withSitesAlone(
        _ mode: FetchMode, insteadOf error: any Error, _ notice: String?,
        refusing refusal: CommandError? = nil, _ body: (SiteListing) throws -> Void
    ) async throws {
        let command = "`fleet site list\(selected.option)`"
        let vehicles = try? context.open(selected, reading: .vehicles)
        let failure = await vehicles?.failureOfVehicles(error)
        let isFailure = failure?.leavesStations == true
        if isFailure, mode.strict { throw error }
        let shown: Result<Void, any Error>
        do {
            shown = try await withSites(mode) { listing in
                guard !listing.sites.isEmpty else { return .failure(error) }
                if let refusal { return .failure(refusal) }
                let cause = failure.flatMap { isFailure ? $0.cause : nil }
                let fact = (cause ?? "\(selected.label) has no vehicles") + "; "
                if let notice {
                    let text = fact + "\(notice) (\(command))"
                    if isFailure { context.output.warn(text) } else { context.output.log(text) }
                } else {
                    context.output.warn(fact + "\(command) writes its stations")
                }
                return Result {
                    try body(listing)
                    context.output.warn(of: listing.parseReport)
                }
            }
        } catch let failure as FeedFailure where failure.reason == .content(.noSites) {
            throw error
        } catch is CommandError where mode.moment == nil {
            // The sites are in back-off, too, or nothing is stored.
            throw error
        }
        try shown.get()
    }

    /// Returns the error about an option for vehicles in a source that has only stations.
    package func refused(option: String) -> CommandError {
        CommandError.usage(
            "\(selected.label) has only stations, so \(option) cannot be used",
            hint: "`fleet site list\(selected.option)` has options for stations")
    }

    /// Returns the error about the ID of a vehicle in a source that has only stations.
    package func noVehicle(_ id: String) -> CommandError {
        CommandError(
            .noInput,
            "no vehicle \(CommandError.shownID(id)) in \(selected.label), which has only stations",
            hint: "run `fleet site list\(selected.option)` to see the stations")
    }
}

extension SnapshotReader {
    /// Returns the vehicles parked at each site, if the feed lacks the vehicle count of any site.
    func parkedVehicles(_ vehicles: SourceKey, at sites: [Site]) throws -> ParkedVehicles {
        guard sites.contains(where: { $0.vehicles == nil }) else { return ParkedVehicles() }
        return try parkedVehicles(of: vehicles)
    }
}

extension SiteListing {
    /// Finds a site by its exact ID, else by its ID in any case, else by a prefix of its ID, else
    /// by its name, else by a part of its name.
    /// - Throws: `CommandError` (66) if no site matches, ``AmbiguousID`` if several do.
    package func find(_ id: String, in context: CommandContext) throws -> SiteStatus {
        if let site = sites.first(where: { ByteOrder.equal($0.site.id, id) }) { return site }
        guard !sites.isEmpty else {
            throw CommandError(
                .noInput, "\(header.source) has no sites",
                hint: "use a source with depots or stations, such as a GBFS system")
        }
        var found = sites.filter { ASCIICase.equal($0.site.id, id) }
        if found.isEmpty, let prefix = IDPrefix(id) {
            found = sites.filter { ASCIICase.hasPrefix($0.site.id, prefix.text) }
        }
        func named(_ matches: (String) -> Bool) -> [SiteStatus] {
            sites.filter { $0.site.name.map(matches) ?? false }
        }
        if found.isEmpty { found = named { ASCIICase.equal($0, id) } }
        if found.isEmpty { found = named { ASCIICase.contains($0, id) } }
        guard let site = found.first else {
            throw CommandError(
                .noInput, "no site \(CommandError.shownID(id)) in \(header.source)",
                hint: SourceArgument.hint(for: id, "site list", search: option, in: context)
                    ?? "run `fleet site list\(option)` to see the sites")
        }
        guard found.count == 1 else {
            throw AmbiguousID(id, .sites, matches: found.map(\.site.id))
        }
        return site
    }
}
