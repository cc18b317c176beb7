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

    /// Returns the dialect of a document without vehicles.
    func dialect(version: String?) -> FeedDialect {
        switch self {
        case .vehiclesStatus, .dataVehiclesStatus: .mds
        case .dataVehicles: MDS.isVersion(version, isNested: true) ? .mds : .gbfs
        case .vehicles: MDS.isVersion(version, isNested: false) ? .mds : .gbfs
        case .dataBikes, .bikes, .bare: .gbfs
        }
    }

    /// Returns the name of the format for users.
    func format(of dialect: FeedDialect = .gbfs, version: String?) -> String {
        switch (self, dialect) {
        case (.vehicles, .gbfs), (.bare, .gbfs): "vehicles document"
        case (.vehiclesStatus, _), (.dataVehiclesStatus, _):
            FeedDialect.mds.format(version: version)
        default: dialect.format(version: version)
        }
    }
}
