extension Filter {
    /// Returns the filter with the IDs of the types that it selects by their names in a feed.
    public func resolvingTypeNames(in feed: FeedDescription) -> Filter {
        guard !types.isEmpty, let names = feed.typeNames else { return self }
        let wanted = Set(types.map { ByteString(ASCIICase.lowercased($0)) })
        var filter = self
        filter.types +=
            names.filter { wanted.contains(ByteString(ASCIICase.lowercased($0.value))) }
            .map(\.key).sorted(by: ByteOrder.precedes)
        return filter
    }
}
