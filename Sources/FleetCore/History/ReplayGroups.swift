/// The vehicles of a replay that are counted, and the groups that they are counted in.
public struct ReplayGroups: Sendable {
    /// A property that vehicles are grouped by.
    public enum Property: Sendable {
        /// The ID of the type, or else its form factor.
        case type
        /// The ID of the region.
        case region
        /// The first of some zones that contains the vehicle, or `outside`.
        case zone(names: [String], ZoneIndex)
        /// The strictest restriction that holds for the vehicle.
        case rule(ZoneRuleIndex)
    }

    /// The maximum number of groups, since feeds choose the IDs; all others are one, `other`.
    static let maxGroups = 1000

    private let property: Property?
    private let area: ZoneIndex?
    private let rules: RuleFilter?
    private let typeID: String?
    /// The names of the groups; that of vehicles without the property is `unknown`.
    public private(set) var names: [String?] = []
    private var numbers: [ByteString: Int32] = [:]
    private var groupsOfVersions: [Int32: Int32] = [:]

    /// Creates groups.
    /// - Parameters:
    ///   - property: The property to group by; `nil` for one group.
    ///   - area: The areas that contain the counted vehicles; `nil` for everywhere.
    ///   - rules: Count only vehicles where one of these rules holds; `nil` for everywhere.
    ///   - typeID: The type of the counted vehicles; `nil` for all.
    public init(
        by property: Property? = nil, area: ZoneIndex? = nil, rules: RuleFilter? = nil,
        typeID: String? = nil
    ) {
        (self.property, self.area, self.typeID) = (property, area, typeID)
        self.rules = rules
        if property == nil { names = [nil] }
    }

    /// Returns the group of a vehicle; negative if it is not counted.
    mutating func group(
        of vehicle: PastVehicle, after before: PastVehicle?, in group: Int32,
        _ versions: [Int32: PastVersion]
    ) -> Int32 {
        let isSame =
            before.map { $0.version == vehicle.version && $0.position == vehicle.position }
        return isSame == true ? group : self.group(of: vehicle, versions[vehicle.version])
    }

    private mutating func group(of vehicle: PastVehicle, _ version: PastVersion?) -> Int32 {
        if let typeID {
            guard let id = version?.vehicle.typeID, ByteOrder.equal(id, typeID) else { return -1 }
        }
        let position = vehicle.position.map(Position.init)
        if let area {
            guard let position, area.contains(position) else { return -1 }
        }
        if let rules, !rules.contains(position, ofType: version?.vehicle.typeID) { return -1 }
        guard let property else { return 0 }
        if case .zone(let names, let zones) = property {
            guard let position else { return number(of: "unknown") }
            return number(of: zones.first(at: position).map { names[$0] } ?? "outside")
        }
        if case .rule(let rules) = property {
            return number(of: rules.name(at: position, forType: version?.vehicle.typeID))
        }
        if let group = groupsOfVersions[vehicle.version] { return group }
        let group = number(of: Self.name(version, property) ?? "unknown")
        groupsOfVersions[vehicle.version] = group
        return group
    }

    private static func name(_ version: PastVersion?, _ property: Property) -> String? {
        switch property {
        case .type: version?.vehicle.typeID ?? version?.vehicle.formFactor
        case .region: version?.vehicle.regionID
        case .zone, .rule: nil
        }
    }

    private mutating func number(of name: String) -> Int32 {
        if let number = numbers[ByteString(name)] { return number }
        let isFull = names.count >= Self.maxGroups - 1
        if isFull, name != "other" { return number(of: "other") }
        let number = Int32(names.count)
        names.append(name)
        numbers[ByteString(name)] = number
        return number
    }
}
