/// Sizes of the sources of a large fleet: one large, few of middle size and many small ones, by
/// Zipf's law, where the n-th one has an n-th of the vehicles of the first.
enum FleetSizes {
    /// Returns the numbers of vehicles, the largest first.
    static func all(vehicles: Int, sources: Int) -> [Int] {
        let sum = (1...sources).reduce(0) { $0 + 1 / Double($1) }
        var sizes = (1...sources).map { Int(Double(vehicles) / sum / Double($0)) }
        sizes[0] += vehicles - sizes.reduce(0, +)
        return sizes
    }
}
