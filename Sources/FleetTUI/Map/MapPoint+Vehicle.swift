public import FleetCore

extension MapPoint {
    /// Creates the point of a vehicle, in its first tone, or without one in the color of its state.
    public init(
        _ row: Int64, _ position: Position, _ color: VehicleColor?, _ state: VehicleState
    ) {
        let tone = color?.tones.first.flatMap { Ink(tone: $0) }
        self.init(row: row, position: position, ink: tone ?? state.ink)
    }
}
