/// The places in a document where a list of sites may be.
enum SiteList: Int, CaseIterable {
    /// GBFS, `station_information.json` and `station_status.json`.
    case dataStations
    /// The data of these without its envelope.
    case stations
    /// Sites beside other data, vehicles for example.
    case dataSites
    /// The same without its envelope.
    case sites
    /// A bare array of stations.
    case bare

    /// The keys that lead to it; none for the document itself.
    var path: String {
        switch self {
        case .dataStations: "data.stations"
        case .stations: "stations"
        case .dataSites: "data.sites"
        case .sites: "sites"
        case .bare: ""
        }
    }

    /// What a person calls a document with such a list.
    func format(version: String?) -> String {
        switch self {
        case .dataStations, .stations: version.map { "GBFS " + $0 } ?? "GBFS"
        case .dataSites, .sites, .bare: "sites document"
        }
    }
}
