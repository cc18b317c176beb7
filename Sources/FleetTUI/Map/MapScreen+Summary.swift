extension MapScreen {
    /// Number of vehicles in view and without a location, such as
    /// `1,204 of 1,300 vehicles in view · 12 without a location`.
    public var summary: String {
        guard !points.all.isEmpty else { return emptyMessage }
        let inView = ShortCount.grouped(countInView)
        let all = inView + " of " + ShortCount.vehicles(points.all.count) + " in view"
        guard withoutPosition > 0 else { return all }
        return all + " · " + ShortCount.grouped(withoutPosition) + " without a location"
    }

    /// Message shown when no vehicle has a position.
    var emptyMessage: String {
        switch withoutPosition {
        case ...0: "No vehicles to show"
        case 1: "1 vehicle, without a location"
        default: ShortCount.vehicles(withoutPosition) + ", none with a location"
        }
    }

    private var countInView: Int {
        var count = 0
        for point in points.all where viewport.cell(of: point.location) != nil { count += 1 }
        return count
    }
}
