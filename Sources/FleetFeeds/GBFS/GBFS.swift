/// The General Bikeshare Feed Specification, versions 1.0 to 3.1-RC3 (https://gbfs.org).
///
/// What a document is, its shape tells. The version that it declares is shown and believed in nothing.
enum GBFS {
    /// The feeds that hold vehicles, the newer name first.
    static let vehicleFeeds = ["vehicle_status", "free_bike_status"]
    /// The feeds that hold stations: what they are, and what they have.
    static let (stationInformation, stationStatus) = ("station_information", "station_status")

    /// Whether a feed holds stations.
    static func isStationFeed(_ name: String) -> Bool {
        name == stationInformation || name == stationStatus
    }

    /// Whether a language tag of RFC 5646 is English.
    static func isEnglish(_ language: String) -> Bool {
        let language = language.lowercased()
        return language == "en" || language.hasPrefix("en-") || language.hasPrefix("en_")
    }
}
