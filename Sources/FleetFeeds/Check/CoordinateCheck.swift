import FleetCore

/// Rules about the coordinates of a document: whether some are swapped, and whether most lack
/// decimals.
struct CoordinateCheck {
    /// Fewer decimals than these are imprecise: four are eleven metres.
    static let minDecimals = 4
    /// Number of positions from which on the decimals are judged.
    private static let minCount = 10
    /// Number of positions from which the centre is taken.
    private static let maxSamples = 101
    /// Distance in degrees within which a position is in the same system.
    private static let reach = 3.0

    private var samples: [(latitude: Double, longitude: Double, index: Int)] = []
    private var center: (latitude: Double, longitude: Double)?
    private(set) var count = 0
    private(set) var imprecise = Group()
    private(set) var swapped = Group()

    /// Positions with the indices of the first rows.
    struct Group {
        var count = 0
        var indices: [Int] = []

        mutating func add(_ index: Int) {
            count += 1
            if indices.count < CheckFinding.maxExamples { indices.append(index) }
        }
    }

    /// Sets where the system is, from another document.
    mutating func setCenter(_ center: (latitude: Double, longitude: Double)) {
        self.center = center
    }

    /// Adds the position of a row.
    mutating func add(
        _ latitude: Double, _ longitude: Double, decimals: Int, at index: Int
    ) {
        count += 1
        if decimals < Self.minDecimals { imprecise.add(index) }
        if center != nil { return judge(latitude, longitude, index) }
        samples.append((latitude, longitude, index))
        if samples.count == Self.maxSamples { finishSamples() }
    }

    /// Ends the document; returns where the system is.
    mutating func finish() -> (latitude: Double, longitude: Double)? {
        if center == nil { finishSamples() }
        if count < Self.minCount || imprecise.count * 2 <= count { imprecise = Group() }
        return center
    }

    private mutating func finishSamples() {
        guard samples.count > 2 else { return }
        let middle = samples.count / 2
        center = (
            samples.map(\.latitude).sorted()[middle], samples.map(\.longitude).sorted()[middle]
        )
        for sample in samples { judge(sample.latitude, sample.longitude, sample.index) }
        samples = []
    }

    private mutating func judge(_ latitude: Double, _ longitude: Double, _ index: Int) {
        guard let center, !isNear(latitude, longitude, center),
            isNear(longitude, latitude, center)
        else { return }
        swapped.add(index)
    }

    private func isNear(
        _ latitude: Double, _ longitude: Double, _ center: (latitude: Double, longitude: Double)
    ) -> Bool {
        abs(latitude - center.latitude) < Self.reach
            && abs(longitude - center.longitude) < Self.reach
    }
}
