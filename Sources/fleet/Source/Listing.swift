import FleetCore

/// Vehicles of a source as a command shows them, all from one snapshot.
struct Listing {
    /// What heads them.
    let head: ListHead
    /// The vehicles, in order.
    let vehicles: VehicleSupply
    /// What was left out or mended while they were read.
    let reading: ReadingReport
    /// The codes of favorites that are away, if the favorites were wanted.
    private(set) var away: [String] = []

    /// The same listing, of which these favorites are away.
    func noting(_ away: [String]?) -> Listing {
        var listing = self
        listing.away = away ?? []
        return listing
    }
}

extension Listing {
    /// The wanted vehicles of a snapshot that was just read.
    init(_ snapshot: Snapshot, _ query: VehicleQuery, of source: OpenSource) {
        let vehicles = snapshot.vehicles
        let (places, counts) = query.selection(in: snapshot)
        var head = ListHead(
            source: source.selected.label, feed: snapshot.feed,
            fetchedAt: source.composition.shownNow(), isStale: false, counts: counts)
        head.rotation = source.selected.source.rotation(seen: snapshot.feed.rotation)
        head.skipped = snapshot.reading.skipped
        head.complete(for: query) { snapshot.colorCounts }
        self.init(
            head: head, vehicles: { body in for place in places { try body(vehicles[place]) } },
            reading: snapshot.reading)
    }
}

extension ListHead {
    /// Adds what was asked for, and for an empty list the colors that there are.
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
    /// Writes the vehicles to the output; what heads a table stands above it where `hasHeader` is true.
    func write(
        as format: ListFormat, hasHeader: Bool, style: TableStyle, to output: Output
    ) throws -> EncodingNotes {
        if hasHeader { try output.write(TableHeader(head, style: style).text) }
        let encoder = VehicleListEncoder(format: format, head: head, style: style)
        var sink = ByteSink { try output.write($0) }
        let notes = try encoder.write(vehicles: vehicles, to: &sink)
        try output.finish()
        return notes
    }
}
