import FleetCore

/// A document that lists vehicles, of whatever kind, as it was read.
struct VehiclesDocument {
    /// The vehicles of the wanted kinds, each code once, in the order of the document.
    var vehicles: [Vehicle]
    /// How many vehicles of any kind there are.
    var total: Int
    /// The format, in words.
    var format: String
    /// What was left out or mended.
    var reading: ReadingReport
}

/// What is joined to the vehicles while they are read.
struct VehicleJoin {
    /// The types that the system has.
    var types: [VehicleType] = []
    /// The user's colors.
    var colorMap = ColorMap()
    /// Which kinds of vehicles are kept, once they are joined.
    var kinds = Filter()
}
