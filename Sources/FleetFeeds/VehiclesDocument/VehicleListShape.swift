import FleetCore

/// Shape of a document with a list of vehicles, by the path of the list.
enum VehicleListShape: Int, CaseIterable {
    /// GBFS 1.0 to 2.3, `free_bike_status.json`.
    case dataBikes
    /// GBFS 3.0 and later, `vehicle_status.json`.
    case dataVehicles
    /// Data of `free_bike_status.json` without the envelope.
    case bikes
    /// The app's own document and similar ones; data of `vehicle_status.json` without the envelope.
    case vehicles
    /// Bare array.
    case bare

    /// Path of the list; empty for the document itself.
    var path: String {
        switch self {
        case .dataBikes: "data.bikes"
        case .dataVehicles: "data.vehicles"
        case .bikes: "bikes"
        case .vehicles: "vehicles"
        case .bare: ""
        }
    }

    /// Fields for the vehicle ID; the first one present is used.
    var idFields: [VehicleFeedField] {
        switch self {
        case .dataBikes, .bikes: [.bikeID, .vehicleID, .identificationCode, .id]
        case .dataVehicles, .vehicles, .bare: [.vehicleID, .bikeID, .identificationCode, .id]
        }
    }

    /// Returns the name of the format for users.
    func format(version: String?) -> String {
        switch self {
        case .dataBikes, .dataVehicles, .bikes: GBFS.format(version: version)
        case .vehicles, .bare: "vehicles document"
        }
    }
}
