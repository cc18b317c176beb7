/// Error of a filter for a region that none of the listed sources has.
public struct UnknownRegionError: Error, Equatable, Sendable {
    /// Maximum number of regions in the hint.
    private static let maxNames = 20

    /// The region as it was typed.
    public let region: String
    /// The names of the regions that there are, or their IDs if they have no names.
    public let known: [String]

    /// Returns the error of selected regions; `nil` if each is one of a source, by its name or ID.
    ///
    /// - Parameter sites: The IDs of the regions of its sites, which may have no names, if these are
    ///   listed.
    public init?(
        _ selected: [String], in feeds: [FeedDescription], ofSites sites: Set<String>? = nil
    ) {
        guard !selected.isEmpty else { return nil }
        let names = feeds.compactMap(\.regionNames)
        // The regions of such a source are too many to be known here.
        let hasOthers = feeds.contains { $0.hasRegions == true && $0.regionNames == nil }
        let unknown = selected.first { region in
            let isNamed = names.contains { names in
                names.contains {
                    ASCIICase.equal($0.key, region) || ASCIICase.equal($0.value, region)
                }
            }
            return !isNamed && sites?.contains { ASCIICase.equal($0, region) } != true
        }
        guard let unknown, !hasOthers || sites != nil else { return nil }
        self.region = unknown
        known = (names.isEmpty ? sites ?? [] : Set(names.flatMap(\.values)))
            .sorted(by: ByteOrder.precedes)
    }

    /// The names, or IDs, in one line, safe for a terminal; `nil` without any.
    public var knownText: String? {
        guard !known.isEmpty else { return nil }
        let rest = known.count - Self.maxNames
        let names = known.prefix(Self.maxNames).map { TerminalText.limited($0) }
        return (names + (rest > 0 ? ["…"] : [])).joined(separator: ", ")
    }
}
