import FleetCore

/// Measurements as they are stored: a line each, of the quantity, the value, the time, both ends of the
/// threshold and the state, with spaces between them and `-` for what there is not.
enum MeasurementLines {
    /// The lines; `nil` of none.
    static func text(of measurements: [Measurement]) -> String? {
        guard !measurements.isEmpty else { return nil }
        return measurements.map(line(of:)).joined(separator: "\n")
    }

    /// The measurements of such lines; one of a quantity or state that is not known is left out.
    static func measurements(in text: String?) -> [Measurement] {
        guard let text else { return [] }
        return text.split(separator: "\n").compactMap(measurement(in:))
    }

    private static func line(of measurement: Measurement) -> String {
        [
            measurement.quantity.rawValue, word(of: measurement.value),
            measurement.measuredAt.map { String($0.milliseconds) } ?? "-",
            measurement.threshold?.minimum.map(\.description) ?? "-",
            measurement.threshold?.maximum.map(\.description) ?? "-",
            measurement.state.rawValue,
        ].joined(separator: " ")
    }

    private static func word(of value: Measurement.Value) -> String {
        switch value {
        case .number(let number): number.description
        case .condition(let holds): holds ? "yes" : "no"
        }
    }

    private static func measurement(in line: Substring) -> Measurement? {
        let words = line.split(separator: " ")
        guard words.count == 6, let quantity = Quantity(rawValue: String(words[0])),
            let value = value(of: words[1]),
            let state = Measurement.State(rawValue: String(words[5]))
        else { return nil }
        var measurement = Measurement(quantity, value, state: state)
        measurement.measuredAt = Int64(words[2]).map(Timestamp.init(milliseconds:))
        measurement.threshold = Threshold(minimum: Double(words[3]), maximum: Double(words[4]))
        return measurement
    }

    private static func value(of word: Substring) -> Measurement.Value? {
        switch word {
        case "yes": .condition(true)
        case "no": .condition(false)
        default: Double(word).map(Measurement.Value.number)
        }
    }
}
