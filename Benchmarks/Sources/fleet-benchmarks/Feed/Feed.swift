/// A made-up GBFS 2.3 feed in a folder: discovery, system, vehicle types and vehicles.
struct Feed {
    /// The vehicles.
    let vehicles: FeedFile
    private let folder: String

    /// Writes the feed into a new folder.
    /// - Parameter ttl: how long the vehicles are said to be good, in seconds.
    init(count: Int, folder: String, ttl: Int = 60) throws {
        self.folder = folder
        vehicles = FeedFile(count: count, path: folder + "/" + Self.vehiclesName, ttl: ttl)
        try Files.makeFolder(folder)
        try write(Self.discoveryName, Self.discovery)
        try write("system_information.json", Self.system)
        try write("vehicle_types.json", Self.types)
        try vehicles.write()
    }

    /// The discovery document's file.
    static let discoveryName = "gbfs.json"

    /// The vehicles' file.
    static let vehiclesName = "free_bike_status.json"

    /// The discovery document's path.
    var path: String { folder + "/" + Self.discoveryName }

    /// How many vehicles `--color red` finds.
    var redCount: Int { (0..<vehicles.count).count { FeedVehicle(number: $0).kind.isRed } }

    private func write(_ name: String, _ data: String) throws {
        let file = try FileWriter(path: folder + "/" + name)
        try file.append(
            #"{"last_updated":\#(FeedFile.firstUpdate),"ttl":60,"version":"2.3","data":\#(data)}"#)
        try file.finish()
    }

    private static let discovery: String = {
        let names = ["system_information", "vehicle_types", "free_bike_status"]
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        return #"{"en":{"feeds":[\#(feeds.joined(separator: ","))]}}"#
    }()

    private static let system =
        #"{"system_id":"bench","language":"en","name":"Bench","timezone":"Europe/Paris"}"#

    private static let types: String = {
        let types = VehicleKind.allCases.map(\.json)
        return #"{"vehicle_types":[\#(types.joined(separator: ","))]}"#
    }()
}
