import FleetCore
import GRDB

/// Reader of vehicles from rows of ``VehicleRecord/columns``.
struct VehicleCursor {
    /// Cache of parsed colors: parsing a color costs more than reading a row.
    private var colors: [VehicleColor] = []
    private static let maxColors = 8

    /// Reads a vehicle from the current row.
    mutating func vehicle(from row: SQLStatement) -> Vehicle {
        var vehicle = Vehicle(id: row.text(0) ?? "")
        if let latitude = row.real(1), let longitude = row.real(2) {
            vehicle.position = Position(latitude: latitude, longitude: longitude)
        }
        vehicle.isReserved = row.optionalInteger(3).map { $0 != 0 }
        vehicle.isDisabled = row.optionalInteger(4).map { $0 != 0 }
        vehicle.typeID = row.text(5)
        vehicle.formFactor = row.text(6)
        vehicle.propulsionType = row.text(7)
        vehicle.currentRangeMeters = row.real(8)
        vehicle.currentFuelPercent = row.real(9)
        vehicle.battery = row.real(10).flatMap {
            Battery(percent: $0, isEstimated: row.integer(11) != 0)
        }
        vehicle.lastReported = row.optionalInteger(12).map(Timestamp.init(milliseconds:))
        vehicle.stationID = row.text(13)
        vehicle.rentalURIs = RentalURIs(web: row.text(14), android: row.text(15), ios: row.text(16))
        if !row.isNull(17) {
            vehicle.measurements = MeasurementLines.measurements(in: row.text(17))
        }
        vehicle.color = color(from: row, at: 18)
        return vehicle
    }

    /// Reads a color from a column of the current row.
    mutating func color(from row: SQLStatement, at column: CInt) -> VehicleColor? {
        guard !row.isNull(column) else { return nil }
        let name = row.bytes(column)
        if let known = colors.first(where: { $0.name.utf8.elementsEqual(name) }) { return known }
        let color = VehicleColor(String(decoding: name, as: UTF8.self))
        if let color, colors.count < Self.maxColors { colors.append(color) }
        return color
    }
}
