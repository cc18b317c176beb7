extension MapScreen {
    /// How many vehicles are in view, and how many cannot be, such as
    /// `1,204 of 1,300 vehicles in view · 12 without a position`.
    public var summary: String {
        guard !points.all.isEmpty else { return emptyWords }
        let inView = ShortCount.grouped(countInView)
        let all = inView + " of " + ShortCount.vehicles(points.all.count) + " in view"
        guard withoutPosition > 0 else { return all }
        return all + " · " + ShortCount.grouped(withoutPosition) + " without a position"
    }

    /// What is said where no vehicle can be shown.
    var emptyWords: String {
        switch withoutPosition {
        case ...0: "No vehicles to show"
        case 1: "1 vehicle, without a position"
        default: ShortCount.vehicles(withoutPosition) + ", none with a position"
        }
    }

    private var countInView: Int {
        var count = 0
        for point in points.all where viewport.cell(of: point.place) != nil { count += 1 }
        return count
    }
}
