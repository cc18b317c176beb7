#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The bar that tells how long something on the map is on the ground: `├────┤ 200 m`.
struct ScaleBar: Equatable, Sendable {
    /// How many cells the bar takes, both ends included.
    let cells: Int
    /// How long that is, in meters: 1, 2 or 5 times a power of ten.
    let meters: Double

    /// The longest bar of a round length that takes at most a quarter of the view; `nil` if there
    /// is no room for one.
    init?(_ viewport: MapViewport) {
        let most = viewport.size.columns / 4
        guard most >= 2, viewport.size.rows > 0 else { return nil }
        let cellMeters = viewport.metersPerDot * 2
        meters = Self.round(below: Double(most) * cellMeters)
        cells = min(max(Int((meters / cellMeters).rounded()), 2), most)
        guard text.count < viewport.size.columns else { return nil }
    }

    /// The bar and its length.
    var text: String {
        "├" + String(repeating: "─", count: cells - 2) + "┤ " + length
    }

    /// The length, such as `200 m` or `0.5 m` or `5,000 km`.
    var length: String {
        switch meters {
        case 1000...: ShortCount.grouped(Int((meters / 1000).rounded())) + " km"
        case 1...: "\(Int(meters.rounded())) m"
        default: "\(meters) m"
        }
    }

    /// The largest round length that is not over a length.
    private static func round(below meters: Double) -> Double {
        let power = pow(10, floor(log10(meters)))
        let steps = [5 * power, 2 * power, power]
        return steps.first { $0 <= meters } ?? power / 2
    }
}
