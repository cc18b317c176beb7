/// Vehicle types of the generated fleet, all equally frequent.
enum VehicleType: String, CaseIterable {
    case redScooter = "scooter-red"
    case blueScooter = "scooter-blue"
    case greenBike = "bike-green"
    case plainMoped = "moped-plain"

    /// Whether its vehicles match `--color red`.
    var isRed: Bool { self == .redScooter }

    /// Type as an object of `vehicle_types.json`.
    var json: String {
        let color = color.map { #","color":"\#($0)""# } ?? ""
        return #"{"vehicle_type_id":"\#(rawValue)","form_factor":"\#(formFactor)""#
            + #","propulsion_type":"electric","max_range_meters":40000"#
            + #","name":"\#(rawValue)"\#(color)}"#
    }

    private var formFactor: String {
        switch self {
        case .redScooter, .blueScooter: "scooter_standing"
        case .greenBike: "bicycle"
        case .plainMoped: "moped"
        }
    }

    private var color: String? {
        switch self {
        case .redScooter: "red"
        case .blueScooter: "navy blue"
        case .greenBike: "green"
        case .plainMoped: nil
        }
    }
}
