import FleetCore

/// What the sensors of the open vehicle told while it was open.
struct MeasurementCourses: Equatable, Sendable {
    /// How many values of each are kept.
    static let limit = 60

    private var last: [Quantity: Measurement] = [:]
    private var values: [Quantity: [Double]] = [:]

    /// Takes what is measured now; what was not measured anew adds nothing.
    mutating func add(_ measurements: [Measurement]) {
        for measurement in measurements {
            let before = last.updateValue(measurement, forKey: measurement.quantity)
            guard
                before?.measuredAt != measurement.measuredAt || before?.value != measurement.value,
                case .number(let number) = measurement.value
            else { continue }
            let course = values[measurement.quantity, default: []] + [number]
            values[measurement.quantity] = course.suffix(Self.limit)
        }
    }

    /// The course of a value that changed at least twice.
    func course(of quantity: Quantity) -> [Double]? {
        guard let course = values[quantity],
            zip(course, course.dropFirst()).count(where: !=) > 1
        else { return nil }
        return course
    }
}
