public import FleetCore

extension MapPoint {
    /// Creates the point of a vehicle.
    ///
    /// Its color is the vehicle's first tone that the filter matches, else its first tone, else the
    /// color of its state.
    public init(
        row: Int64, position: Position, color: VehicleColor?, state: VehicleState,
        filter: ColorFilter = .all
    ) {
        let tone = color?.tones.first(where: filter.includes) ?? color?.tones.first
        self.init(
            row: row, position: position, color: tone.flatMap(ColorRole.init(tone:)) ?? state.color)
    }
}

extension ColorFilter {
    /// Returns whether one of the filter's colors includes a tone.
    fileprivate func includes(_ tone: String) -> Bool {
        choices.contains { choice in
            if case .tones(let tones) = choice { tones.contains(tone) } else { false }
        }
    }
}
