/// How many vehicles of a fleet say of themselves that they are at each site.
public struct ParkedVehicles: Equatable, Sendable {
    private let counts: [String: Int]

    /// Creates the counts, by the sites that vehicles name.
    public init(_ counts: [String: Int] = [:]) {
        self.counts = counts
    }

    /// How many are at a site; `nil` if nobody tells.
    ///
    /// Where vehicles name sites, there are none at a site that none of them names. Where none does,
    /// nothing is known of where they are.
    public subscript(id: String) -> Int? { counts.isEmpty ? nil : counts[id] ?? 0 }
}
