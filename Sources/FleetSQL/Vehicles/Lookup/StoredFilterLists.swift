package import FleetCore

/// The stored lists of a source, within the transaction of a reader.
package struct StoredFilterLists: FilterLists {
    package let feed: FeedDescription
    private let key: SourceKey
    private let reader: any SnapshotReader
    /// Whether stations that were never read may have any ID.
    private let acceptsUnreadStations: Bool

    /// Returns `nil` if the vehicles of the source were never read.
    /// - Parameter acceptsUnreadStations: Whether the source has every station while its stations
    ///   were never read.
    package init?(
        of key: SourceKey, in reader: any SnapshotReader, acceptsUnreadStations: Bool
    ) throws {
        guard let feed = try reader.info(of: key)?.feed else { return nil }
        (self.feed, self.key, self.reader) = (feed, key, reader)
        self.acceptsUnreadStations = acceptsUnreadStations
    }

    package func hasZone(named name: String) throws -> Bool {
        try reader.hasZone(named: name, of: key)
    }

    package func hasRules() throws -> Bool {
        try reader.zones(.named([]), of: key) != nil
    }

    package func zoneNames() throws -> [String] { try reader.zoneNames(of: key) }

    package func hasStation(_ id: String) throws -> Bool {
        if try reader.site(id, of: key.forSites) != nil { return true }
        var query = VehicleQuery.everything
        query.filter.station = id
        if try reader.counts(query, of: key).matching > 0 { return true }
        return try acceptsUnreadStations && reader.info(of: key.forSites) == nil
    }

    package func stations() throws -> [Site] { try reader.sites(of: key.forSites) }

    package func facets() throws -> [FacetCount] {
        try reader.facetCounts(of: key)
    }

    package func rememberedColors() throws -> [VehicleColor] { try reader.goneColors(of: key) }
}

extension SnapshotReader {
    /// Returns the errors of the values that none of some sources has.
    ///
    /// A source that was never read may have any value, and any station while its stations were
    /// never read.
    package func unknownValues(
        _ values: [ListedValue], in keys: [SourceKey]
    ) throws -> [UnknownFilterValue] {
        guard !values.isEmpty else { return [] }
        var lists: [any FilterLists] = []
        for key in keys {
            guard let own = try StoredFilterLists(of: key, in: self, acceptsUnreadStations: true)
            else { return [] }
            lists.append(own)
        }
        return try UnknownFilterValue.all(values, of: lists)
    }

    /// Returns the error of the first of some zones that a source does not have.
    package func unknownZone(
        among names: [String], of key: SourceKey
    ) throws -> UnknownFilterValue? {
        var filter = Filter()
        filter.zones = ZoneFilter(names: names)
        return try unknownValues(filter.listedValues, in: [key]).first
    }

    /// Returns the error of a vehicle type that none of some sources has.
    package func unknownType(_ type: String?, in keys: [SourceKey]) throws -> UnknownFilterValue? {
        var filter = Filter()
        filter.types = [type].compactMap(\.self)
        return try unknownValues(filter.listedValues, in: keys).first
    }
}
