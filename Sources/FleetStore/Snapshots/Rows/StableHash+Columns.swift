import FleetCore

// Digests of column values: equal digests mean equal rows.
extension StableHash {
    /// Adds an optional number.
    mutating func combine(_ value: Double?) {
        // This bit pattern is a NaN, which is stored as NULL.
        let isMissing = value?.isNaN ?? true
        combine(isMissing ? UInt64.max : (value ?? 0).bitPattern)
    }

    /// Adds an optional string.
    mutating func combine(_ value: String?) {
        // No string is this long, so `nil` is distinct.
        guard let value else { return combine(UInt64.max) }
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable {
            combine(UnsafeRawBufferPointer($0))
        }
        if isDone == nil {
            let copy: String = value
            combine(copy)
        }
    }

    /// Adds an optional integer.
    mutating func combine(_ value: Int64?) {
        combine(value == nil ? UInt64(0) : 1)
        combine(UInt64(bitPattern: value ?? 0))
    }

    /// Adds measurements; an empty array adds nothing.
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
