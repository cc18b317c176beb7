/// Generated GBFS 2.3 feed in a folder: discovery, system information, vehicle types, vehicles and,
/// if wanted, zones.
struct Feed {
    let vehicles: FeedFile
    private let folder: String

    /// Writes the feed to a new folder.
    /// - Parameters:
    ///   - zones: Number of zones of ``ZoneFile/pointsOfZone`` points each.
    ///   - ttl: The `ttl` of the vehicle file, in seconds.
    init(count: Int, zones: Int = 0, folder: String, ttl: Int = 60) throws {
        self.folder = folder
        vehicles = FeedFile(count: count, path: folder + "/" + Self.vehiclesName, ttl: ttl)
        try Files.makeFolder(folder)
        if zones > 0 { try ZoneFile(count: zones).write(to: folder + "/" + ZoneFile.name) }
        for document in Self.documents(hasZones: zones > 0) {
            let file = try FileWriter(path: folder + "/" + document.name)
            try file.append(document.text)
            try file.finish()
        }
        try vehicles.write()
    }

    /// Returns the documents that do not change.
    /// - Parameters:
    ///   - update: Their `last_updated`, in seconds since 1970.
    ///   - ttl: Their `ttl`, in seconds.
    ///   - hasZones: Whether the feed has zones.
    static func documents(
        update: Int = FeedFile.firstUpdate, ttl: Int = 60, hasZones: Bool = false
    ) -> [(name: String, text: String)] {
        let data = [
            (discoveryName, discovery(hasZones: hasZones)), ("system_information.json", system),
            ("vehicle_types.json", types),
        ]
        return data.map { name, data in
            let head = #"{"last_updated":\#(update),"ttl":\#(ttl)"#
            return (name, head + #","version":"2.3","data":\#(data)}"#)
        }
    }

    /// File name of the discovery document.
    static let discoveryName = "gbfs.json"

    /// Name of the vehicle file.
    static let vehiclesName = "free_bike_status.json"

    /// Path of the discovery document.
    var path: String { folder + "/" + Self.discoveryName }

    /// Number of vehicles that match `--color red`.
    var redCount: Int { (0..<vehicles.count).count { FeedVehicle(number: $0).type.isRed } }

    private static func discovery(hasZones: Bool) -> String {
        let names =
            ["system_information", "vehicle_types", "free_bike_status"]
            + (hasZones ? ["geofencing_zones"] : [])
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        return #"{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}"#
    }

    private static let system =
        #"{"system_id":"bench","language":"en","name":"Bench","timezone":"Europe/Paris"}"#

    private static let types: String = {
        let types = VehicleType.allCases.map(\.json)
        return #"{"vehicle_types":[\#(types.joined(separator: ","))]}"#
    }()
}
