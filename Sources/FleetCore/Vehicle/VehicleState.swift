/// Whether a vehicle can be taken, as the feed says it.
///
/// GBFS has two booleans, `is_reserved` and `is_disabled`; disabled beats reserved, both false is
/// available, and a vehicle of which neither is given is unknown.
public enum VehicleState: String, CaseIterable, Sendable, Codable {
    case available
    case reserved
    case disabled
    case unknown

    /// Combines the two booleans of GBFS.
    public init(isReserved: Bool?, isDisabled: Bool?) {
        if isDisabled == true {
            self = .disabled
        } else if isReserved == true {
            self = .reserved
        } else if isReserved == nil, isDisabled == nil {
            self = .unknown
        } else {
            self = .available
        }
    }
}
