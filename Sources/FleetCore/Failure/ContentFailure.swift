/// What the document contains.
public enum ContentFailure: FailureGroup {
    /// The response or file is empty.
    case empty
    /// A web page instead of a feed.
    case html
    /// Invalid JSON; with the position or the error.
    case notJSON(String)
    /// The JSON value `null` instead of a document.
    case null
    /// JSON without vehicles in a known format.
    case noVehicles
    /// JSON without sites or vehicles in a known format.
    case noSites
    /// JSON without the list of a document, such as `alerts`.
    case noList(of: String)
    /// No geofencing zones, or none that apply now.
    case noZones
    /// Nested more deeply than the limit.
    case tooDeep
    /// gbfs.json lists stations but no vehicles.
    case onlyStations

    var words: Words {
        switch self {
        case .empty: Words(.content, "the response is empty", Self.useAFeed)
        case .html: Words(.content, "this is a web page, not a feed", Self.useAFeed)
        case .notJSON(let detail):
            Words(.content, "not valid JSON (\(detail))", Self.useAFeed)
        case .null: Words(.content, "the JSON is only null, not a feed", Self.useAFeed)
        case .noVehicles:
            Words(.content, "no vehicles found in any supported format", Self.useAFeed)
        case .noSites:
            Words(
                .content, "no sites found in any supported format",
                "use a GBFS gbfs.json, one of its station feeds or a document that lists sites")
        case .noList(let name):
            Words(.content, "no list of \(name) found", Self.useAFeed)
        case .noZones:
            Words(
                .content, "this feed has no geofencing zones",
                "use a GBFS gbfs.json of 2.1 or later that lists geofencing_zones, or count by station"
            )
        case .tooDeep: Words(.content, "the JSON is nested too deeply", Self.useAFeed)
        case .onlyStations:
            Words(
                .content, "this feed has stations but no vehicles",
                "run `fleet site list` with the same --source to see the stations")
        }
    }

    private static var useAFeed: LocalizedText {
        "use a vehicles document, a GBFS gbfs.json, one of its vehicle feeds or MDS vehicles"
    }
}
