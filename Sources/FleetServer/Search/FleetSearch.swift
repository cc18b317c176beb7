import FleetCore
import FleetSQL
import FleetService

/// Search of the vehicles and sites of all sources.
///
/// It looks for the text among the keys of an index, and reads at most a few vehicles of each
/// source.
struct FleetSearch: Sendable {
    let text: SearchText
    /// The sources, the one on the page first.
    let sources: [PolledSource]
    /// Called between sources; if it returns false, the others are left out.
    let shouldContinue: @Sendable () -> Bool

    /// Returns the results, and whether all sources were read.
    func results(
        in reader: any SnapshotReader
    ) throws -> (vehicles: [SearchResult], sites: [SearchResult], isComplete: Bool) {
        var (vehicles, sites): ([SearchResult], [SearchResult]) = ([], [])
        for (index, source) in sources.enumerated() {
            guard index == 0 || shouldContinue() else { return (vehicles, sites, false) }
            vehicles += try self.vehicles(of: source, in: reader)
            sites += try self.sites(of: source, in: reader)
        }
        return (vehicles, sites, true)
    }

    /// Returns the vehicles whose IDs begin with the text or contain it or whose codes do, then
    /// those whose color, type, name or properties do, then those that have left the feed.
    private func vehicles(
        of source: PolledSource, in reader: any SnapshotReader
    ) throws -> [SearchResult] {
        guard let info = try reader.info(of: source.vehicles) else { return [] }
        let (phrase, limit) = (text.phrase, SearchGroup.limit)
        var known: Set<ByteString> = []
        var results: [SearchResult] = []
        func add(_ vehicle: Vehicle, isGone: Bool = false) {
            guard results.count < limit, known.insert(ByteString(vehicle.id)).inserted else {
                return
            }
            results.append(result(vehicle, isGone: isGone, info.feed, source))
        }
        if info.feed.hasCodes == true {
            try reader.vehicles(.partOfCode, phrase, of: source.vehicles, limit: limit)
                .forEach { add($0) }
        }
        for start in [phrase.uppercased(), ASCIICase.lowercased(phrase), phrase]
        where results.count < limit {
            try vehicles(from: start, of: source, in: reader).forEach { add($0) }
        }
        if results.count < limit {
            try reader.vehicles(.part, phrase, of: source.vehicles, limit: limit)
                .forEach { add($0) }
        }
        if results.count < limit, !SearchPattern.hasWildcards(phrase),
            try info.feed.hasNames == true || info.feed.properties?.isEmpty == false
                || hasFacet(of: source, in: reader)
        {
            var query = VehicleQuery()
            query.filter.search = phrase
            query.limit = limit
            try reader.forEachVehicle(query, of: source.vehicles) { add($0) }
        }
        if results.count < limit {
            try reader.goneVehicles(.part, phrase, of: source.vehicles, limit: limit)
                .forEach { add($0.vehicle, isGone: true) }
        }
        return results
    }

    /// Returns the first vehicles whose IDs begin with a text.
    ///
    /// This costs the same for a fleet of any size. IDs whose letters have another case are found
    /// only if they follow at once.
    private func vehicles(
        from start: String, of source: PolledSource, in reader: any SnapshotReader
    ) throws -> [Vehicle] {
        var query = VehicleQuery()
        query.limit = SearchGroup.limit
        query.after = query.position(of: Vehicle(id: start))
        var found = [try reader.vehicle(start, of: source.vehicles)].compactMap(\.self)
        try reader.forEachVehicle(query, of: source.vehicles) { found.append($0) }
        return Array(found.prefix { ASCIICase.hasPrefix($0.id, start) })
    }

    /// Returns whether the color or the type of any vehicle contains the text.
    ///
    /// Otherwise a search for them would read all vehicles in vain.
    private func hasFacet(of source: PolledSource, in reader: any SnapshotReader) throws -> Bool {
        let phrase = text.phrase
        return try reader.facetCounts(of: source.vehicles).contains { facet in
            [facet.color?.name, facet.typeID, facet.formFactor]
                .contains { $0.map { ASCIICase.contains($0, phrase) } ?? false }
        }
    }

    private func result(
        _ vehicle: Vehicle, isGone: Bool, _ feed: FeedDescription, _ source: PolledSource
    ) -> SearchResult {
        let cells = VehicleCells(feed, origin: nil)
        let texts = [VehicleColumn.code, .state, .battery, .type].map { column in
            isGone && column == .state
                ? VehicleCell.missing.text : cells.cell(column, of: vehicle).text
        }
        let names = [vehicle.name.map { TerminalText.limited($0) } ?? ""]
        return SearchResult(
            .vehicle, vehicle.id,
            min(text.match(id: vehicle.id), vehicle.code.map(text.match(id:)) ?? .part),
            id: vehicle.id,
            text: (names + texts).filter { !$0.isEmpty }.joined(separator: " · "),
            state: isGone ? "gone" : vehicle.state.rawValue, source: source.name,
            href: source.path(of: vehicle.id),
            icon: "type-" + VehicleRow.icon(of: vehicle.formFactor))
    }

    private func sites(
        of source: PolledSource, in reader: any SnapshotReader
    ) throws -> [SearchResult] {
        try reader.sites(having: text.words, of: source.sites, limit: SearchGroup.limit)
            .map { site in
                let name = site.name ?? site.id
                let texts = [
                    site.hasAlarm ? localized("alarm") : nil,
                    site.vehiclesAvailable.map { ShortText.count($0, "vehicle") },
                    site.name == nil ? nil : site.id, site.address,
                ].compactMap(\.self)
                return SearchResult(
                    .site, name, min(text.match(name) ?? .part, text.match(id: site.id)),
                    id: site.id, text: TerminalText.limited(texts.joined(separator: " · ")),
                    source: source.name, href: source.path(ofSite: site.id), icon: "site")
            }
    }
}
