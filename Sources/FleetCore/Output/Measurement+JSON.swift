extension Measurement {
    /// The measurement as a JSON object: `quantity`, `value`, `unit`, `measured_at`, `threshold` with
    /// `min` and `max`, and `state`.
    ///
    /// What is not known is left out. The value is a number in the unit, or `true` or `false`.
    public var jsonObject: JSONObject {
        var object = JSONObject()
        object.add("quantity", quantity.rawValue)
        switch value {
        case .number(let number):
            object.add("value", number)
            object.add("unit", quantity.unit)
        case .condition(let holds): object.add("value", holds)
        }
        object.add("measured_at", measuredAt)
        object.add("threshold", threshold?.jsonObject)
        object.add("state", state.rawValue)
        return object
    }
}

extension Threshold {
    fileprivate var jsonObject: JSONObject {
        var object = JSONObject()
        object.add("min", minimum)
        object.add("max", maximum)
        return object
    }
}
