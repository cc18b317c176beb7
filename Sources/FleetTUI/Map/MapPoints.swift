/// All the points of a map, and what is worked out once for all frames.
struct MapPoints: Sendable {
    /// The points.
    private(set) var all: [MapPoint] = []
    /// Each ink once.
    private(set) var inks: [Ink] = []
    /// For each point, the place of its ink in `inks`.
    private(set) var inkOf: [Int32] = []
    /// What holds all points; `nil` if there are none.
    private(set) var bounds: WorldBounds?

    init(_ points: [MapPoint] = []) {
        all = points
        bounds = WorldBounds(points)
        sortInks()
    }

    /// The point with this row of the store.
    func index(row: Int64) -> Int? {
        all.firstIndex { $0.row == row }
    }

    private mutating func sortInks() {
        inkOf.reserveCapacity(all.count)
        var places: [Ink: Int32] = [:]
        var last: (ink: Ink, place: Int32)?
        for point in all {
            if let last, last.ink == point.ink {
                inkOf.append(last.place)
                continue
            }
            let place = places[point.ink] ?? Int32(inks.count)
            if place == inks.count {
                inks.append(point.ink)
                places[point.ink] = place
            }
            last = (point.ink, place)
            inkOf.append(place)
        }
    }
}
