/// The zones of a system, asked for many positions whether they forbid to end a ride there.
public struct NoParkingZones: Sendable {
    private let zones: [Zone]
    private let globalRules: [ZoneRule]
    private let index: ZoneIndex

    /// Creates the zones of a map that apply at a time.
    public init(_ map: ZoneMap, at time: Timestamp) {
        zones = map.zones.filter { $0.applies(at: time) }
        globalRules = map.globalRules
        index = ZoneIndex(zones.map(\.area))
    }

    /// Returns whether the rule that holds at a position forbids vehicles of a type to be parked
    /// there: that of the first zone with one for the type, or else a global one.
    func forbid(at position: Position, forType typeID: String?) -> Bool {
        for zone in index.areas(at: position).map({ zones[$0] }) {
            if let rule = zone.rules.first(where: { $0.applies(toType: typeID) }) {
                return rule.allowsEnd == false
            }
        }
        return globalRules.first { $0.applies(toType: typeID) }?.allowsEnd == false
    }
}
