extension Snapshot {
    /// Moves the vehicles of a table to where they were seen since their rows were changed.
    ///
    /// The locations of their rows stay in the documents: without this list, even an empty one, it
    /// is not known which vehicles were moved.
    package mutating func move(to sightings: [Sighting]) {
        var rowLocations: [RowLocation] = []
        defer { documents.rowLocations = rowLocations }
        guard !sightings.isEmpty else { return }
        let byID = Dictionary(
            sightings.map { (ByteString($0.vehicleID), $0) }, uniquingKeysWith: { $1 })
        for index in vehicles.indices {
            let row = vehicles[index]
            guard let sighting = byID[ByteString(row.id)], sighting.isNewer(than: row) else {
                continue
            }
            rowLocations.append(RowLocation(of: row.id, at: row.position))
            vehicles[index].position = sighting.position
            vehicles[index].lastReported = sighting.seenAt
        }
    }
}
