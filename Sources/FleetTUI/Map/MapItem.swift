/// A selectable item on the map.
enum MapItem: Equatable, Sendable {
    /// A vehicle, by the index of its point in `MapPoints`.
    case vehicle(Int)
    /// A cluster, by its index in `MapFrame.clusters`.
    case cluster(Int)
    /// The notes of a marker, by the number of the newest.
    case note(Int64)
}

/// The user's selection, which stays valid across frames and new points.
enum MapSelection: Equatable, Sendable {
    /// A single vehicle, by its store row.
    case vehicle(Int64)
    /// The cluster that contains the vehicle with this store row, and the vehicle in it opened
    /// last.
    case cluster(Int64, opened: Int64?)
    /// A note, by its number.
    case note(Int64)
}
