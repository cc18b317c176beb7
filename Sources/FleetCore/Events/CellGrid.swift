#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The cells of a grid on the sphere, each about as wide and high as is asked for.
///
/// A row's columns divide the whole circle, so that the first is next to the last.
struct CellGrid {
    let size: Double

    /// The row that a latitude lies in.
    func row(of spot: Spot) -> Int {
        Int((spot.latitude + 90) * Spot.metersPerDegree / size)
    }

    /// How many columns a row has.
    func columns(inRow row: Int) -> Int {
        let latitude = (Double(row) + 0.5) * size / Spot.metersPerDegree - 90
        let width = 360 * Spot.metersPerDegree * max(0, cos(latitude * .pi / 180))
        return max(1, Int(width / size))
    }

    /// The column of a row that a longitude lies in.
    func column(of spot: Spot, among columns: Int) -> Int {
        min(Int((spot.longitude + 180) / 360 * Double(columns)), columns - 1)
    }

    /// A number for a cell and a kind, which others may share.
    ///
    /// The numbers of cells side by side follow each other, and so lie side by side in memory.
    static func key(row: Int, column: Int, kind: UInt64) -> UInt64 {
        var key = (kind ^ UInt64(truncatingIfNeeded: row)) &* 0x9E37_79B9_7F4A_7C15
        key = (key ^ (key >> 32)) &* 0xBF58_476D_1CE4_E5B9
        return (key ^ (key >> 32)) &+ UInt64(truncatingIfNeeded: column)
    }
}
