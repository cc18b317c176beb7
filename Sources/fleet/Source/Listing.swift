import FleetCore

/// Vehicles of a source for display, all from one snapshot.
struct Listing {
    let header: ListHeader
    /// The vehicles, in order.
    let vehicles: VehicleSequence
    /// Report of rows skipped or repaired while the feed was parsed.
    let parseReport: ParseReport
    /// IDs of favorites without a vehicle in the snapshot, if only favorites are listed.
    private(set) var missingFavorites: [String] = []

    /// Returns the listing with the IDs of missing favorites.
    func withMissingFavorites(_ ids: [String]?) -> Listing {
        var listing = self
        listing.missingFavorites = ids ?? []
        return listing
    }
}

extension Listing {
    /// Creates a listing of the matching vehicles of a snapshot that was just loaded.
    init(_ snapshot: Snapshot, _ query: VehicleQuery, of source: SourceSession) {
        let vehicles = snapshot.vehicles
        let (indices, counts) = query.selection(in: snapshot)
        var header = ListHeader(
            source: source.selected.label, feed: snapshot.feed,
            fetchedAt: source.context.shownNow(), isStale: false, counts: counts)
        header.rotation = source.selected.source.rotation(observed: snapshot.feed.rotation)
        header.skipped = snapshot.parseReport.skipped
        header.complete(for: query) { snapshot.colorCounts }
        self.init(
            header: header,
            vehicles: { body in for index in indices { try body(vehicles[index]) } },
            parseReport: snapshot.parseReport)
    }
}

extension ListHeader {
    /// Adds the query, and for an empty list the colors that exist.
    mutating func complete(
        for query: VehicleQuery, colors: () throws -> [ColorCount]
    ) rethrows {
        filter = query.filter
        order = query.order
        limit = query.limit
        if counts.matching == 0, !query.filter.color.choices.isEmpty {
            self.colors = try colors()
        }
    }
}

extension Listing {
    /// Writes the vehicles to the output, below a table header if `hasHeader`.
    func write(
        as format: ListFormat, hasHeader: Bool, style: TableStyle, to output: Output
    ) throws -> EncodingWarnings {
        if hasHeader { try output.write(TableHeader(header, style: style).text) }
        let encoder = VehicleListEncoder(format: format, header: header, style: style)
        var sink = ByteSink { try output.write($0) }
        let warnings = try encoder.write(vehicles: vehicles, to: &sink)
        try output.finish()
        return warnings
    }
}
