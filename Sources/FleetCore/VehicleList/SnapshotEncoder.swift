/// Encoder for a snapshot as the JSON document that a server sends to the command line:
/// `{"last_updated":…,"feed":{…},"documents":{…},"vehicles":[…]}`, or with `sites` instead of
/// `vehicles`.
///
/// A reader of the document gets the same vehicles: it has what the JSON list leaves out, the
/// measurements and whether a charge is estimated. `feed` describes the feed that the server reads;
/// `documents` has its notices, prices and availabilities, and the stations that vehicles name.
public struct SnapshotEncoder {
    private let regions: [String: String]?
    private var text: UTF8Buffer
    private var isFirst = true

    /// Creates an encoder of a snapshot with no vehicles yet.
    /// - Parameters:
    ///   - rotation: Whether the vehicle IDs rotate, by all that the server knows.
    ///   - warning: The reason if the snapshot is stale.
    ///   - zones: The digest of the zones, which are a document of their own; `nil` without any.
    ///   - documents: The notices, prices and availabilities.
    public init(
        _ info: SnapshotInfo, rotation: IDRotation, warning: String?, zones: String? = nil,
        documents: SideDocuments = SideDocuments()
    ) {
        regions = info.feed.regionNames
        var feed = Self.description(of: info, warning: warning)
        feed.add("rotating_ids", rotation.rawValue)
        feed.add("vehicle_types", Self.types(of: info.feed))
        feed.add("regions", Self.regions(of: info.feed))
        feed.add("located_by_station", info.feed.hasStationLocations)
        feed.add("properties", info.feed.properties?.map(\.json))
        feed.add("assets", info.feed.assets?.json)
        feed.add("geofencing_zones", zones)
        var header = Self.header(info, feed)
        var others = documents.json ?? JSONObjectWriter()
        others.add("stations", Self.stations(of: info.feed))
        header.add("documents", others.isEmpty ? nil : others)
        text = header.unclosed
        text.appendName("vehicles")
        text.append(UInt8(ascii: "["))
    }

    /// Creates an encoder of a snapshot of sites with no sites yet.
    /// - Parameter warning: The reason if the snapshot is stale.
    public init(sitesOf info: SnapshotInfo, warning: String?) {
        regions = info.feed.regionNames
        var feed = Self.description(of: info, warning: warning)
        feed.add("vehicle_types", Self.types(of: info.feed))
        feed.add("regions", Self.regions(of: info.feed))
        text = Self.header(info, feed).unclosed
        text.appendName("sites")
        text.append(UInt8(ascii: "["))
    }

    /// Returns the document of the vehicles of a source that has only sites: one without a list.
    /// - Parameter info: The snapshot of the sites.
    public static func withoutVehicles(sites info: SnapshotInfo, warning: String?) -> UTF8Buffer {
        var feed = description(of: info, warning: warning)
        feed.add("only_stations", true)
        return header(info, feed).text
    }

    private static func description(
        of info: SnapshotInfo, warning: String?
    ) -> JSONObjectWriter {
        var feed = JSONObjectWriter()
        feed.add("format", info.feed.format)
        feed.add("name", info.feed.systemName)
        feed.add("timezone", info.feed.timeZone)
        feed.add("rental_apps", info.feed.rentalApps?.json)
        feed.add("simulated", info.feed.isSimulated)
        feed.add("warning", warning)
        return feed
    }

    private static func header(
        _ info: SnapshotInfo, _ feed: JSONObjectWriter
    ) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("last_updated", info.feed.lastUpdated ?? info.fetchedAt)
        object.add("feed", feed)
        return object
    }

    /// Adds a site.
    public mutating func add(_ site: Site) {
        beginElement()
        text.append(SiteStatus(site).jsonObject(regions: regions))
    }

    /// Adds a vehicle.
    public mutating func add(_ vehicle: Vehicle) {
        beginElement()
        text.appendJSON(vehicle, in: ListedSource(), VehicleProperty.sent)
    }

    /// Returns the document.
    public consuming func finish() -> [UInt8] {
        text.append("\n]}\n")
        return text.bytes
    }

    private mutating func beginElement() {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append(UInt8(ascii: "\n"))
    }

    /// Returns the regions; `nil` if there are none.
    private static func regions(of feed: FeedDescription) -> [JSONObjectWriter]? {
        feed.regionNames.map { names in
            names.keys.sorted(by: ByteOrder.precedes).map { id in
                var object = JSONObjectWriter()
                object.add("region_id", id)
                object.add("name", names[id])
                return object
            }
        }
    }

    /// Returns the stations that vehicles name; `nil` if there are none.
    private static func stations(of feed: FeedDescription) -> [JSONObjectWriter]? {
        feed.stations.map { stations in
            stations.keys.sorted(by: ByteOrder.precedes).map { id in
                var object = JSONObjectWriter()
                object.add("station_id", id)
                object.add("name", stations[id]?.name)
                object.add("lat", stations[id]?.position?.latitude)
                object.add("lon", stations[id]?.position?.longitude)
                return object
            }
        }
    }

    /// Returns the types with a name, a propulsion type or a form factor; `nil` if there are none.
    private static func types(of feed: FeedDescription) -> [JSONObjectWriter]? {
        let ids = feed.typeIDs.sorted(by: ByteOrder.precedes)
        return ids.isEmpty
            ? nil
            : ids.map { id in
                var object = JSONObjectWriter()
                object.add("vehicle_type_id", id)
                object.add("name", feed.typeNames?[id])
                object.add("form_factor", feed.typeFormFactors?[id])
                object.add("propulsion_type", feed.typePropulsions?[id])
                return object
            }
    }
}
