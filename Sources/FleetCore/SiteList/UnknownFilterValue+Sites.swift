extension UnknownFilterValue {
    /// Returns the errors of a query of sites: one for each region, and each type, that none of some
    /// sources has.
    ///
    /// - Parameter sites: The sites of the sources: regions and types may have no names.
    public static func all(
        in query: SiteQuery, of feeds: [FeedDescription], sites: [Site]
    ) -> [UnknownFilterValue] {
        regions(of: query, feeds, sites) + types(of: query, feeds, sites)
    }

    private static func regions(
        of query: SiteQuery, _ feeds: [FeedDescription], _ sites: [Site]
    ) -> [UnknownFilterValue] {
        guard !query.regions.isEmpty else { return [] }
        let (names, ids) = (feeds.compactMap(\.regionNames), Set(sites.compactMap(\.regionID)))
        let known = Set(names.flatMap { Array($0.keys) + $0.values }).union(ids)
        let shown = names.isEmpty ? ids : Set(names.flatMap(\.values))
        return query.regions.filter { region in !known.contains { ASCIICase.equal($0, region) } }
            .map { UnknownFilterValue(ListedValue(field: .region, text: $0), among: shown) }
    }

    private static func types(
        of query: SiteQuery, _ feeds: [FeedDescription], _ sites: [Site]
    ) -> [UnknownFilterValue] {
        let types = query.types.filter { !Filter.isUsualType($0) }
        guard !types.isEmpty else { return [] }
        let ids = Set(sites.flatMap(\.typeIDs))
        let shown = feeds.reduce(into: ids) { shown, feed in
            shown.formUnion((feed.typeNames ?? [:]).values)
            shown.formUnion(feed.typeIDs)
        }
        return types.filter { type in
            !ids.contains { ASCIICase.equal($0, type) }
                && !feeds.contains { $0.hasUnlistedTypes == true || Filter.hasType(type, in: $0) }
        }
        .map { UnknownFilterValue(ListedValue(field: .type, text: $0), among: shown) }
    }
}
