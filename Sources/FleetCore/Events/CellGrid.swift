#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A grid of roughly square cells on the sphere.
///
/// The columns of a row divide the whole circle, so the first is adjacent to the last.
struct CellGrid {
    /// The width and height of a cell, in metres.
    let size: Double

    /// Returns the row that contains a location.
    func row(of location: VehicleLocation) -> Int {
        Int((location.latitude + 90) * VehicleLocation.metersPerDegree / size)
    }

    /// Returns the number of columns in a row.
    func columns(inRow row: Int) -> Int {
        let latitude = (Double(row) + 0.5) * size / VehicleLocation.metersPerDegree - 90
        let width = 360 * VehicleLocation.metersPerDegree * max(0, cos(latitude * .pi / 180))
        return max(1, Int(width / size))
    }

    /// Returns the column that contains a location, in a row of `columns` columns.
    func column(of location: VehicleLocation, among columns: Int) -> Int {
        min(Int((location.longitude + 180) / 360 * Double(columns)), columns - 1)
    }

    /// Returns a hash of a cell and of vehicle traits; collisions are possible.
    ///
    /// Adjacent columns have consecutive hashes, so they are adjacent in memory.
    static func key(row: Int, column: Int, traits: UInt64) -> UInt64 {
        var key = (traits ^ UInt64(truncatingIfNeeded: row)) &* 0x9E37_79B9_7F4A_7C15
        key = (key ^ (key >> 32)) &* 0xBF58_476D_1CE4_E5B9
        return (key ^ (key >> 32)) &+ UInt64(truncatingIfNeeded: column)
    }
}
