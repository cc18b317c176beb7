/// The number of vehicles at each site, counted from the `station_id` of the vehicles.
public struct ParkedVehicles: Equatable, Sendable {
    private let counts: [String: Int]

    /// Creates the counts by site ID.
    public init(_ counts: [String: Int] = [:]) {
        self.counts = counts
    }

    /// The number of vehicles at a site; `nil` if it is unknown.
    ///
    /// If any vehicle names a site, a site that none of them names has 0 vehicles. If no vehicle
    /// names a site, all counts are unknown.
    public subscript(id: String) -> Int? { counts.isEmpty ? nil : counts[id] ?? 0 }
}
