import FleetCore

/// Parsed document with a list of vehicles, of any shape.
struct VehiclesDocument {
    /// Vehicles that match the filter, with distinct IDs, in the order of the document.
    var vehicles: [Vehicle]
    /// Number of vehicles, matching or not.
    var total: Int
    /// Name of the format for users.
    var format: String
    /// Report of skipped and repaired elements.
    var parseReport: ParseReport
}

/// Data to join with the vehicles while they are read.
struct VehicleJoin {
    /// Vehicle types of the system.
    var types: [VehicleType] = []
    /// The user's colors.
    var colorMap = ColorMap()
    /// Filter for the joined vehicles.
    var filter = Filter()
}
