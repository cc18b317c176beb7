extension Measurement {
    /// The measurement as a JSON object: `quantity`, `value`, `unit`, `measured_at`, `threshold`
    /// with `min` and `max`, and `state`.
    ///
    /// Unknown members are omitted. The value is a number in the unit, or `true` or `false`.
    public var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add(self)
        return object
    }
}

extension JSONObjectWriter {
    /// Adds the members of a measurement: see ``Measurement/jsonObject``.
    mutating func add(_ measurement: Measurement) {
        add("quantity", measurement.quantity.rawValue)
        switch measurement.value {
        case .number(let number):
            add("value", number)
            add("unit", measurement.quantity.unit)
        case .condition(let holds): add("value", holds)
        }
        add("measured_at", measurement.measuredAt)
        add("threshold", measurement.threshold?.jsonObject)
        add("state", measurement.state.rawValue)
    }
}

extension Threshold {
    fileprivate var jsonObject: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("min", minimum)
        object.add("max", maximum)
        return object
    }
}
