import FleetCore

/// The types of published vehicles (GBFS 3.0, `vehicle_types.json`).
///
/// There are none unless each vehicle has one with all that the standard requires. The range of a
/// full vehicle is the largest one that a vehicle of the type reports.
struct PublishedTypes {
    /// A type: vehicles of one name can differ, if a table has a column for the propulsion type.
    private struct Key: Hashable {
        var id: String
        var formFactor: String
        var propulsionType: String
    }

    private var types: [Key: (name: String?, range: Double?)] = [:]
    private var keys: [String: Set<Key>] = [:]
    /// Whether each vehicle has all that a type requires.
    private(set) var isComplete = true

    /// Adds the type of a published vehicle.
    /// - Parameter name: The word of a table for the type.
    mutating func add(_ vehicle: Vehicle, named name: String?) {
        guard isComplete else { return }
        let range = vehicle.currentRangeMeters.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        guard let key = Self.key(of: vehicle), key.propulsionType == "human" || range != nil else {
            isComplete = false
            (types, keys) = ([:], [:])
            return
        }
        keys[key.id, default: []].insert(key)
        var type = types[key] ?? (name, nil)
        // Words of one ID differ at most in case and punctuation: any is right, but always one.
        if let name, type.name.map({ ByteOrder.precedes(name, $0) }) ?? true { type.name = name }
        if key.propulsionType != "human" { type.range = max(type.range ?? 0, range ?? 0) }
        types[key] = type
    }

    private static func key(of vehicle: Vehicle) -> Key? {
        guard let id = vehicle.typeID, id.isGBFSID,
            let formFactor = vehicle.formFactor, PublishedFleet.formFactors.contains(formFactor),
            let propulsion = vehicle.propulsionType,
            PublishedFleet.propulsionTypes.contains(propulsion)
        else { return nil }
        return Key(id: id, formFactor: formFactor, propulsionType: propulsion)
    }

    /// Returns the ID of the type of a published vehicle, after all were added; `nil` without types.
    func id(of vehicle: Vehicle) -> String? {
        isComplete ? Self.key(of: vehicle).map(id) : nil
    }

    private func id(of key: Key) -> String {
        guard keys[key.id]?.count != 1 else { return key.id }
        return [key.id, key.formFactor, key.propulsionType].joined(separator: ".")
    }

    /// Returns the types, ordered by their IDs.
    func types(in language: String) -> [PublishedFleet.VehicleType] {
        types.map { key, type in
            PublishedFleet.VehicleType(
                vehicle_type_id: id(of: key), form_factor: key.formFactor,
                propulsion_type: key.propulsionType, max_range_meters: type.range,
                name: type.name.map { [.init(text: $0, language: language)] })
        }.sorted { ByteOrder.precedes($0.vehicle_type_id, $1.vehicle_type_id) }
    }
}
