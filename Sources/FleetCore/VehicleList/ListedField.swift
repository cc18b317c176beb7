/// A field of a list of vehicles: one that all vehicles may have, or a property of the source.
enum ListedField: Equatable, Sendable {
    case standard(VehicleProperty)
    /// A ``CustomProperty``, by its name.
    case custom(String)

    /// Creates the field with a name, which is that of a property only if no field has it.
    init?(_ name: String, in properties: [CustomProperty]) {
        if let property = VehicleProperty(name) {
            self = .standard(property)
        } else if let property = CustomProperty.named(name, in: properties) {
            self = .custom(property.name)
        } else {
            return nil
        }
    }

    /// Name of the JSON member or CSV column.
    var name: String {
        switch self {
        case .standard(let property): property.name.description
        case .custom(let name): name
        }
    }

    /// Returns the value of a vehicle of a source.
    func value(of vehicle: Vehicle, in source: ListedSource) -> FieldValue {
        switch self {
        case .standard(let property): property.value(of: vehicle, in: source)
        case .custom(let name): FieldValue(vehicle.properties[name])
        }
    }
}
