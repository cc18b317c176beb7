/// The availability of a vehicle.
///
/// GBFS has two booleans, `is_reserved` and `is_disabled`. Disabled takes precedence over reserved;
/// a vehicle with neither value is unknown, any other is available.
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
