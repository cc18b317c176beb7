import FleetCore

/// The places in a document where a list of vehicles may be.
enum VehicleList: Int, CaseIterable {
    /// GBFS 1.0 to 2.3, `free_bike_status.json`.
    case dataBikes
    /// GBFS 3.0 and later, `vehicle_status.json`.
    case dataVehicles
    /// The data of the former without its envelope.
    case bikes
    /// The app's document and its like; the data of `vehicle_status.json` without its envelope.
    case vehicles
    /// A bare array.
    case bare

    /// The keys that lead to it; none for the document itself.
    var path: String {
        switch self {
        case .dataBikes: "data.bikes"
        case .dataVehicles: "data.vehicles"
        case .bikes: "bikes"
        case .vehicles: "vehicles"
        case .bare: ""
        }
    }

    /// The fields that may hold a vehicle's code, the first one that is given counts.
    var idFields: [VehicleField] {
        switch self {
        case .dataBikes, .bikes: [.bikeID, .vehicleID, .identificationCode, .id]
        case .dataVehicles, .vehicles, .bare: [.vehicleID, .bikeID, .identificationCode, .id]
        }
    }

    /// What a person calls a document with such a list.
    func format(version: String?) -> String {
        switch self {
        case .dataBikes, .dataVehicles, .bikes: version.map { "GBFS " + $0 } ?? "GBFS"
        case .vehicles, .bare: "vehicles document"
        }
    }
}
