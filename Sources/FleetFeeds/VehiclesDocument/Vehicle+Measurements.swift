import FleetCore
import JSON

extension Vehicle {
    private static let fields: [(VehicleField, Quantity)] = [
        (.temperature, .temperature), (.connectivity, .connectivity), (.speed, .speed),
        (.tippedOver, .tippedOver), (.isTippedOver, .tippedOver),
    ]
    private static let groups: [VehicleField] = [
        .telemetry, .lastTelemetry, .sensors, .measurements,
    ]

    /// Reads what the vehicle's sensors told; a battery among them counts if no field tells of one.
    mutating func readMeasurements(_ row: JSONRow) {
        var list = MeasurementList(at: lastReported)
        for (field, quantity) in Self.fields { list.take(quantity, row[field]) }
        for field in Self.groups { list.take(group: row[field]) }
        measurements = list.measurements
        guard let index = measurements.firstIndex(where: { $0.quantity == .battery }) else {
            return
        }
        let charge = measurements.remove(at: index)
        battery = battery ?? Battery(percent: charge.value.level)
    }
}
