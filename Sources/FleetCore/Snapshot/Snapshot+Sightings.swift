extension Snapshot {
    /// Moves the vehicles of a table to where they were seen since their rows were changed.
    package mutating func move(to sightings: [Sighting]) {
        guard !sightings.isEmpty else { return }
        let byID = Dictionary(
            sightings.map { (ByteString($0.vehicleID), $0) }, uniquingKeysWith: { $1 })
        for index in vehicles.indices {
            guard let sighting = byID[ByteString(vehicles[index].id)],
                sighting.isNewer(than: vehicles[index])
            else { continue }
            vehicles[index].position = sighting.position
            vehicles[index].lastReported = sighting.seenAt
        }
    }
}
