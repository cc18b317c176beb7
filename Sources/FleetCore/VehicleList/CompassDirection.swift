#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// One of the eight main directions of the compass, clockwise from north.
public enum CompassDirection: String, CaseIterable, Sendable {
    case north
    case northEast = "north-east"
    case east
    case southEast = "south-east"
    case south
    case southWest = "south-west"
    case west
    case northWest = "north-west"
}

extension Position {
    /// Distances below this have no direction, in metres.
    private static let minDistance = 1.0

    /// Returns the direction in which the great circle to another position starts; `nil` if that is
    /// less than a metre away.
    public func direction(to other: Position) -> CompassDirection? {
        guard distance(to: other) >= Self.minDistance else { return nil }
        let radians = Double.pi / 180
        let turn = (other.longitude - longitude) * radians
        let (start, end) = (latitude * radians, other.latitude * radians)
        let east = sin(turn) * cos(end)
        let north = cos(start) * sin(end) - sin(start) * cos(end) * cos(turn)
        let count = CompassDirection.allCases.count
        let sector = Int((atan2(east, north) / (2 * .pi) * Double(count)).rounded())
        return CompassDirection.allCases[(sector + count) % count]
    }

    /// Returns the distance and direction to another position in words, such as `350 m north-east`
    /// or `here`.
    public func way(to other: Position) -> String {
        guard let direction = direction(to: other) else { return "here" }
        return ShortText.meters(distance(to: other)) + " " + direction.rawValue
    }
}
