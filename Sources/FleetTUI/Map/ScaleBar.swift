import FleetCore
import Foundation

/// Scale bar of the map: `├────┤ 200 m`.
struct ScaleBar: Equatable, Sendable {
    /// Width of the bar in cells, both ends included.
    let cells: Int
    /// Distance that the bar represents, in meters: 1, 2 or 5 times a power of ten.
    let meters: Double

    /// Creates the longest bar of a round distance that takes at maxCells a quarter of the view.
    ///
    /// Returns `nil` if there is not enough room.
    init?(_ viewport: MapViewport) {
        let maxCells = viewport.size.columns / 4
        guard maxCells >= 2, viewport.size.rows > 0 else { return nil }
        let cellMeters = viewport.metersPerDot * 2
        meters = Self.round(below: Double(maxCells) * cellMeters)
        cells = min(max(Int((meters / cellMeters).rounded()), 2), maxCells)
        guard text.count < viewport.size.columns else { return nil }
    }

    /// Bar and distance.
    var text: String {
        "├" + String(repeating: "─", count: cells - 2) + "┤ " + length
    }

    /// Distance, such as `200 m`, `0.5 m` or `5,000 km`.
    var length: String {
        switch meters {
        case 1000...: ShortText.grouped(Int((meters / 1000).rounded())) + " km"
        case 1...: "\(Int(meters.rounded())) m"
        default: "\(meters) m"
        }
    }

    /// Returns the largest round distance that does not exceed `meters`.
    private static func round(below meters: Double) -> Double {
        let power = pow(10, floor(log10(meters)))
        let steps = [5 * power, 2 * power, power]
        return steps.first { $0 <= meters } ?? power / 2
    }
}
