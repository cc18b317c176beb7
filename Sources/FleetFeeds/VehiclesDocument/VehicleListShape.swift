import FleetCore

/// Shape of a document with a list of vehicles, by the path of the list.
enum VehicleListShape: Int, CaseIterable {
    /// GBFS 1.0 to 2.3, `free_bike_status.json`.
    case dataBikes
    /// GBFS 3.0 and later, `vehicle_status.json`; MDS before 2.0, `/vehicles`.
    case dataVehicles
    /// Data of `free_bike_status.json` without the envelope.
    case bikes
    /// MDS 2.0 and later, `/vehicles/status`; such a document may have the `vehicles` too.
    case vehiclesStatus
    /// The same with the envelope of MDS 1.
    case dataVehiclesStatus
    /// The app's own document and similar ones; MDS 2.0 and later, `/vehicles`; data of
    /// `vehicle_status.json` without the envelope.
    case vehicles
    /// Bare array.
    case bare

    /// Path of the list; empty for the document itself.
    var path: String {
        switch self {
        case .dataBikes: "data.bikes"
        case .dataVehicles: "data.vehicles"
        case .bikes: "bikes"
        case .vehiclesStatus: "vehicles_status"
        case .dataVehiclesStatus: "data.vehicles_status"
        case .vehicles: "vehicles"
        case .bare: ""
        }
    }

    /// Fields for the vehicle ID; the first one present is used.
    var idFields: [VehicleFeedField] {
        switch self {
        case .dataBikes, .bikes: [.bikeID, .vehicleID, .identificationCode, .id]
        case .vehiclesStatus, .dataVehiclesStatus:
            [.deviceID, .vehicleID, .bikeID, .identificationCode, .id]
        case .dataVehicles, .vehicles, .bare: [.vehicleID, .bikeID, .identificationCode, .id]
        }
    }

    /// Whether it has the states of vehicles whose properties are in another list.
    var isStatus: Bool { self == .vehiclesStatus || self == .dataVehiclesStatus }

    /// Returns whether a document is one of MDS although it has no vehicles.
    func isOfMDS(version: String?) -> Bool {
        switch self {
        case .vehiclesStatus, .dataVehiclesStatus: true
        case .dataVehicles: MDS.isVersion(version, isNested: true)
        case .vehicles: MDS.isVersion(version, isNested: false)
        case .dataBikes, .bikes, .bare: false
        }
    }

    /// Returns the name of the format for users.
    func format(version: String?) -> String {
        switch self {
        case .vehiclesStatus, .dataVehiclesStatus: MDS.format(version: version)
        case .dataBikes, .dataVehicles, .bikes: GBFS.format(version: version)
        case .vehicles, .bare: "vehicles document"
        }
    }
}
