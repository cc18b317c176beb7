public import FleetCore

/// What a browser is started with.
public struct BrowserSetup: Sendable {
    /// The source's name, or its location without secrets.
    public var source: String
    /// What the list is narrowed to at first, and its order.
    public var query = VehicleQuery()
    /// Where distances are taken from.
    public var place: Position?
    /// The screen to begin with.
    public var route = Route.list
    /// Whether colors of the world can be shown, so that swatches make sense.
    public var showsSwatches = true
    /// Whether QR codes and pictures are laid over the screen as images, so that only their place is
    /// drawn.
    public var showsPictures = false
    /// Writes a time in the system's zone.
    public var localTime: @Sendable (Timestamp) -> String

    /// Creates a setup for all vehicles of a source.
    public init(source: String, localTime: @escaping @Sendable (Timestamp) -> String) {
        self.source = source
        self.localTime = localTime
    }
}
