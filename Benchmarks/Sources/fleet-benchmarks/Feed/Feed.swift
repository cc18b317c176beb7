/// Generated GBFS 2.3 feed in a folder: discovery, system information, vehicle types and vehicles.
struct Feed {
    let vehicles: FeedFile
    private let folder: String

    /// Writes the feed to a new folder.
    /// - Parameter ttl: The `ttl` of the vehicle file, in seconds.
    init(count: Int, folder: String, ttl: Int = 60) throws {
        self.folder = folder
        vehicles = FeedFile(count: count, path: folder + "/" + Self.vehiclesName, ttl: ttl)
        try Files.makeFolder(folder)
        for document in Self.documents() {
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
    static func documents(
        update: Int = FeedFile.firstUpdate, ttl: Int = 60
    ) -> [(name: String, text: String)] {
        let data = [
            (discoveryName, discovery), ("system_information.json", system),
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

    private static let discovery: String = {
        let names = ["system_information", "vehicle_types", "free_bike_status"]
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        return #"{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}"#
    }()

    private static let system =
        #"{"system_id":"bench","language":"en","name":"Bench","timezone":"Europe/Paris"}"#

    private static let types: String = {
        let types = VehicleType.allCases.map(\.json)
        return #"{"vehicle_types":[\#(types.joined(separator: ","))]}"#
    }()
}
