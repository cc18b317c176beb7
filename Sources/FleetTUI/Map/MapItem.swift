/// Something on the map that can be chosen.
enum MapThing: Equatable, Sendable {
    /// A vehicle, by the place of its point in `MapPoints`.
    case vehicle(Int)
    /// A cluster, by its place in `MapFrame.clusters`.
    case cluster(Int)
    /// The notes of a mark, by the number of the newest.
    case note(Int64)
}

/// What a person has chosen; it outlives frames and new points.
enum MapChoice: Equatable, Sendable {
    /// A single vehicle, by its row in the store.
    case vehicle(Int64)
    /// The cluster that the vehicle with this row is in, and the vehicle in it that was opened last.
    case cluster(Int64, opened: Int64?)
    /// A note, by its number.
    case note(Int64)
}
