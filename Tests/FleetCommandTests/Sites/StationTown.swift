import Foundation
import Testing

/// A GBFS system of one station with a smoke sensor, in files of a home, which the test writes anew.
struct StationTown {
    let home: FleetHome

    /// A home whose source `town` is the system.
    init() async throws {
        home = try FleetHome()
        let names = ["free_bike_status", "station_information", "station_status"]
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        try put(#""en":{"feeds":[\#(feeds.joined(separator: ","))]}"#, in: "gbfs")
        try put(
            #""bikes":[{"bike_id":"A","lat":59.9,"lon":10.7,"is_reserved":false,"is_disabled":false}]"#,
            in: "free_bike_status")
        try inform()
        try measure()
        try await home.run("source", "add", "town", "gbfs.json").succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// Has the station's information be read.
    func inform() throws {
        try put(#""stations":[{"station_id":"s","name":"Quay"}]"#, in: "station_information")
    }

    /// Has the station's status be read, with smoke in the air.
    func measure(smoke: Double = 9) throws {
        try put(#""stations":[{"station_id":"s","smoke":\#(smoke)}]"#, in: "station_status")
    }

    /// Has one of the documents be none.
    func damage(_ name: String) throws {
        try replace(name, by: "no JSON at all")
    }

    private func put(_ data: String, in name: String) throws {
        try replace(
            name, by: #"{"last_updated":1763640000,"ttl":0,"version":"2.3","data":{\#(data)}}"#)
    }

    private func replace(_ name: String, by text: String) throws {
        try home.write(text, to: "making-\(name)")
        guard rename("\(home.path)/making-\(name)", "\(home.path)/\(name).json") == 0 else {
            throw POSIXError(.EIO)
        }
    }
}
