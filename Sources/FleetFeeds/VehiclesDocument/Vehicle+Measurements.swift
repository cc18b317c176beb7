import FleetCore
import JSON

extension Vehicle {
    private static let fields: [(VehicleFeedField, Quantity)] = [
        (.temperature, .temperature), (.connectivity, .connectivity), (.speed, .speed),
        (.tippedOver, .tippedOver), (.isTippedOver, .tippedOver),
    ]
    private static let groups: [VehicleFeedField] = [
        .telemetry, .lastTelemetry, .sensors, .measurements,
    ]

    /// Reads the sensor measurements; a battery measurement is used if there is no battery field.
    mutating func readMeasurements(_ row: JSONRow) {
        var list = MeasurementList(at: lastReported)
        for (field, quantity) in Self.fields { list.add(quantity, row[field]) }
        for field in Self.groups { list.add(group: row[field]) }
        measurements = list.measurements
        guard let index = measurements.firstIndex(where: { $0.quantity == .battery }) else {
            return
        }
        let measurement = measurements.remove(at: index)
        battery = battery ?? Battery(percent: measurement.value.level)
    }
}
