import FleetCore

extension Browser {
    /// Duration of a frame of sheets that spring back.
    public static let frame = SheetDrag.frame

    /// Whether a sheet springs back, which needs a tick for each frame.
    public var isAnimated: Bool {
        vehicleSheet?.scroll.isReturning == true || siteSheet?.scroll.isReturning == true
            || filterSheet?.drag.isReturning == true
    }

    /// Moves the sheets that spring back.
    mutating func moveSheets(at time: Timestamp) {
        vehicleSheet?.scroll.tick(at: time)
        siteSheet?.scroll.tick(at: time)
        filterSheet?.drag.tick(at: time)
    }
}
