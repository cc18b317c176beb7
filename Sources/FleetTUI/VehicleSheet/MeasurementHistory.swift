import FleetCore

/// Sensor values of the open vehicle since it was opened.
struct MeasurementHistory: Equatable, Sendable {
    /// Maximum number of values of each sensor.
    static let limit = 60

    private var last: [Quantity: Measurement] = [:]
    private var values: [Quantity: [Double]] = [:]

    /// Adds measurements; unchanged ones are ignored.
    mutating func add(_ measurements: [Measurement]) {
        for measurement in measurements {
            let previous = last.updateValue(measurement, forKey: measurement.quantity)
            guard
                previous?.measuredAt != measurement.measuredAt
                    || previous?.value != measurement.value,
                case .number(let number) = measurement.value
            else { continue }
            let series = values[measurement.quantity, default: []] + [number]
            values[measurement.quantity] = series.suffix(Self.limit)
        }
    }

    /// Returns the values of a sensor, oldest first; `nil` if they changed less than twice.
    func trend(of quantity: Quantity) -> [Double]? {
        guard let series = values[quantity],
            zip(series, series.dropFirst()).count(where: !=) > 1
        else { return nil }
        return series
    }
}
