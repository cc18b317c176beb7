/// The General Bikeshare Feed Specification, versions 1.0 to 3.1-RC3 (https://gbfs.org).
///
/// The shape of a document determines its type. The declared version is only displayed.
enum GBFS {
    /// Names of the vehicle feed, the newer one first.
    static let vehicleFeeds = ["vehicle_status", "free_bike_status"]
    /// Names of the station feeds.
    static let (stationInformation, stationStatus) = ("station_information", "station_status")

    /// Whether a feed contains stations.
    static func isStationFeed(_ name: String) -> Bool {
        name == stationInformation || name == stationStatus
    }

    /// Whether a language tag (RFC 5646) is English.
    static func isEnglish(_ language: String) -> Bool {
        let language = language.lowercased()
        return language == "en" || language.hasPrefix("en-") || language.hasPrefix("en_")
    }
}
