package import FleetCore

extension StoredRecord {
    /// Returns a digest of the columns: equal digests mean equal rows.
    ///
    /// A feed that forges a collision only hides a change of its own record. IDs are never compared
    /// by digest.
    mutating func digest() -> Int64 {
        var hash = StableHash()
        visit(&hash)
        return Int64(bitPattern: hash.value)
    }
}

extension StableHash: ColumnVisitor {
    @inline(__always)
    package mutating func visit(_ name: StaticString, _ value: ColumnValue) -> ColumnValue? {
        switch value {
        case .boolean(let value): combine(UInt64(value.map { $0 ? 2 : 1 } ?? 0))
        case .integer(let value): combine(value)
        case .real(let value): combine(value)
        case .text(let value): combine(value)
        case .color(let value): combine(value?.name)
        case .measurements(let value): combine(value)
        case .typedCounts(let value): combine(value, name)
        }
        return nil
    }

    /// Adds an optional number.
    private mutating func combine(_ value: Double?) {
        // This bit pattern is a NaN, which is stored as NULL.
        let isMissing = value?.isNaN ?? true
        combine(isMissing ? UInt64.max : (value ?? 0).bitPattern)
    }

    /// Adds an optional string.
    private mutating func combine(_ value: String?) {
        // No string is this long, so `nil` is distinct.
        guard let value else { return combine(UInt64.max) }
        let isDone: Void? = value.utf8.withContiguousStorageIfAvailable {
            combine(UnsafeRawBufferPointer($0))
        }
        if isDone == nil { combine(value as String) }
    }

    /// Adds an optional integer.
    private mutating func combine(_ value: Int64?) {
        combine(value == nil ? UInt64(0) : 1)
        combine(UInt64(bitPattern: value ?? 0))
    }

    /// Adds counts by type with the name of their column; none add nothing, as before the tables had
    /// the column.
    private mutating func combine(_ counts: [TypedCount]?, _ name: StaticString) {
        guard let counts else { return }
        combine(name.description)
        combine(UInt64(counts.count))
        for typed in counts {
            combine(UInt64(bitPattern: Int64(typed.count)))
            combine(UInt64(typed.typeIDs.count))
            for id in typed.typeIDs { combine(id) }
        }
    }

    /// Adds measurements; an empty array adds nothing.
    private mutating func combine(_ measurements: [Measurement]) {
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
