import FleetCore

/// Storage format of measurements, one per line.
///
/// A line has the quantity, value, time, threshold minimum and maximum, and state, separated by
/// spaces; `-` stands for a missing field.
enum MeasurementLines {
    /// Returns the lines, or `nil` if there are no measurements.
    static func text(of measurements: [Measurement]) -> String? {
        guard !measurements.isEmpty else { return nil }
        return measurements.map(line(of:)).joined(separator: "\n")
    }

    /// Parses the lines; measurements with an unknown quantity or state are skipped.
    static func measurements(in text: String?) -> [Measurement] {
        guard let text else { return [] }
        return text.split(separator: "\n").compactMap(measurement(in:))
    }

    private static func line(of measurement: Measurement) -> String {
        [
            measurement.quantity.rawValue, field(of: measurement.value),
            measurement.measuredAt.map { String($0.milliseconds) } ?? "-",
            measurement.threshold?.minimum.map(\.description) ?? "-",
            measurement.threshold?.maximum.map(\.description) ?? "-",
            measurement.state.rawValue,
        ].joined(separator: " ")
    }

    private static func field(of value: Measurement.Value) -> String {
        switch value {
        case .number(let number): number.description
        case .condition(let holds): holds ? "yes" : "no"
        }
    }

    private static func measurement(in line: Substring) -> Measurement? {
        let fields = line.split(separator: " ")
        guard fields.count == 6, let quantity = Quantity(rawValue: String(fields[0])),
            let value = value(of: fields[1]),
            let state = Measurement.State(rawValue: String(fields[5]))
        else { return nil }
        var measurement = Measurement(quantity, value, state: state)
        measurement.measuredAt = Int64(fields[2]).map(Timestamp.init(milliseconds:))
        measurement.threshold = Threshold(minimum: Double(fields[3]), maximum: Double(fields[4]))
        return measurement
    }

    private static func value(of field: Substring) -> Measurement.Value? {
        switch field {
        case "yes": .condition(true)
        case "no": .condition(false)
        default: Double(field).map(Measurement.Value.number)
        }
    }
}
