public import FleetCore

extension MapPoint {
    /// Creates the point of a vehicle: in the first of its tones that the filter asks for, else in its
    /// first one, or without any in the color of its state.
    public init(
        _ row: Int64, _ position: Position, _ color: VehicleColor?, _ state: VehicleState,
        in filter: ColorFilter = .all
    ) {
        let tone = color?.tones.first(where: filter.names) ?? color?.tones.first
        self.init(row: row, position: position, ink: tone.flatMap(Ink.init(tone:)) ?? state.ink)
    }
}

extension ColorFilter {
    /// Whether one of the wanted colors has this tone.
    fileprivate func names(_ tone: String) -> Bool {
        choices.contains { choice in
            if case .tones(let tones) = choice { tones.contains(tone) } else { false }
        }
    }
}
