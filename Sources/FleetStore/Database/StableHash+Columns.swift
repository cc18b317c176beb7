import FleetCore

// Digests of what is stored in columns: equal digests, equal rows.
extension StableHash {
    /// Adds a number, or that there is none.
    mutating func combine(_ value: Double?) {
        // This bit pattern is a NaN, and NaN is stored as NULL.
        let isMissing = value?.isNaN ?? true
        combine(isMissing ? UInt64.max : (value ?? 0).bitPattern)
    }

    /// Adds a text, or that there is none.
    mutating func combine(_ value: String?) {
        // No text is this long, so a missing one is like no other.
        guard let value else { return combine(UInt64.max) }
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable {
            combine(UnsafeRawBufferPointer($0))
        }
        if isDone == nil {
            let copy: String = value
            combine(copy)
        }
    }

    /// Adds a whole number, or that there is none.
    mutating func combine(_ value: Int64?) {
        combine(value == nil ? UInt64(0) : 1)
        combine(UInt64(bitPattern: value ?? 0))
    }

    /// Adds measurements; none add nothing.
    mutating func combine(_ measurements: [Measurement]) {
        for measurement in measurements {
            combine(measurement.quantity.rawValue)
            switch measurement.value {
            case .number(let number): combine(Double?.some(number))
            case .condition(let holds): combine(UInt64(holds ? 1 : 2))
            }
            combine(measurement.measuredAt?.milliseconds)
            combine(measurement.threshold?.minimum)
            combine(measurement.threshold?.maximum)
            combine(measurement.state.rawValue)
        }
    }
}
