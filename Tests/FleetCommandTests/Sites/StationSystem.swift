import FleetTestSupport
import Foundation
import Testing

/// A GBFS system with one station and a smoke sensor, as files of a home that a test replaces.
struct StationSystem {
    let home: FleetHome

    /// Creates a home whose default source `town` is the system.
    init() async throws {
        home = try FleetHome()
        let names = ["free_bike_status", "station_information", "station_status"]
        let feeds = names.map { #"{"name":"\#($0)","url":"\#($0).json"}"# }
        try put(#""en":{"feeds":[\#(feeds.joined(separator: ","))]}"#, in: "gbfs")
        try put(
            #""bikes":[{"bike_id":"A","lat":59.9,"lon":10.7,"is_reserved":false,"is_disabled":false}]"#,
            in: "free_bike_status")
        try writeInformation()
        try writeStatus()
        try await home.run("source", "add", "town", "gbfs.json", "--no-check").succeeded()
        try await home.run("source", "use", "town").succeeded()
    }

    /// Writes a valid station_information.
    func writeInformation() throws {
        try put(#""stations":[{"station_id":"s","name":"Quay"}]"#, in: "station_information")
    }

    /// Writes a valid station_status, by default with smoke above its threshold.
    func writeStatus(smoke: Double = 9) throws {
        try put(#""stations":[{"station_id":"s","smoke":\#(smoke)}]"#, in: "station_status")
    }

    /// Replaces a document with invalid JSON.
    func damage(_ name: String) throws {
        try replace(name, with: "no JSON at all")
    }

    /// Writes a document with these members of `data`.
    private func put(_ data: String, in name: String) throws {
        try replace(
            name, with: #"{"last_updated":1763640000,"ttl":0,"version":"2.3","data":{\#(data)}}"#)
    }

    /// Replaces a document atomically.
    private func replace(_ name: String, with text: String) throws {
        try home.write(text, to: "new-\(name)")
        guard rename("\(home.path)/new-\(name)", "\(home.path)/\(name).json") == 0 else {
            throw POSIXError(.EIO)
        }
    }
}
