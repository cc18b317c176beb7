import FleetCore
import JSON

/// Member `feed` of a document that a server of this program sends (`SnapshotEncoder`): the
/// description of the feed that the server reads.
struct ServedFeed {
    private static let maxTextLength = 200

    private let description: JSONObject

    /// Reads the member; returns `nil` if it is not an object.
    init?(_ field: JSONField) {
        guard field.kind == .container, let object = JSONValue(field)?.object else { return nil }
        description = object
    }

    /// Why the server's snapshot is stale.
    var warning: String? { text("warning") }

    /// Whether the source has sites and no vehicles.
    var hasOnlyStations: Bool { description["only_stations"]?.bool ?? false }

    /// The digest of the zones that the server has of the source; `nil` if there are none.
    var zonesDigest: String? { text("geofencing_zones") }

    /// Returns the address of the zones of a source whose feed has an address; `nil` if that is not
    /// one of a server.
    static func zonesAddress(of address: String) -> String? {
        let name = "/feed"
        return address.hasSuffix(name) ? address.dropLast(name.count) + "/zones" : nil
    }

    /// Adds the description to that of the document.
    func describe(_ feed: inout FeedDescription) {
        feed.format = text("format") ?? feed.format
        feed.systemName = text("name")
        feed.timeZone = text("timezone")
        feed.rentalApps = RentalApps(android: app("android"), ios: app("ios"))
        feed.isSimulated = description["simulated"]?.bool ?? false
        feed.rotation = text("rotating_ids").flatMap(IDRotation.init) ?? .unknown
        feed.setTypes(
            (description["vehicle_types"]?.array ?? []).compactMap { type in
                String(lenient: type["vehicle_type_id"]).map {
                    VehicleType(
                        id: $0, formFactor: String(lenient: type["form_factor"]),
                        propulsionType: String(lenient: type["propulsion_type"]),
                        name: String(lenient: type["name"]))
                }
            })
        feed.setRegions(regions)
        let properties = (description["properties"]?.array ?? []).compactMap { property in
            String(lenient: property["name"]).map { name in
                CustomProperty(
                    name,
                    visibility: String(lenient: property["visibility"])
                        .flatMap(ValueVisibility.init) ?? .administrators)
            }
        }
        if !properties.isEmpty { feed.properties = properties }
        feed.assets = assets
    }

    /// How an asset list fits the vehicles; `nil` without one, or for impossible numbers.
    private var assets: AssetMatch? {
        let list = description["assets"]
        func count(_ name: String) -> Int? { list?[name]?.integer.flatMap(Int.init) }
        guard let rows = count("rows"), let unmatched = count("unmatched"),
            let unlisted = count("unlisted"), (0...rows).contains(unmatched), unlisted >= 0
        else { return nil }
        return AssetMatch(rows: rows, unmatched: unmatched, unmatchedIDs: [], unlisted: unlisted)
    }

    /// Whether the location of any vehicle is that of its station.
    var hasStationLocations: Bool { description["located_by_station"]?.bool ?? false }

    /// The regions of the source.
    var regions: [Region] {
        (description["regions"]?.array ?? []).compactMap { region in
            guard let id = String(lenient: region["region_id"]),
                let name = String(lenient: region["name"])
            else { return nil }
            return Region(id: id, name: name)
        }
    }

    private func app(_ platform: String) -> RentalApps.App? {
        let app = description["rental_apps"]?[platform]
        return RentalApps.App(
            storeURI: String(link: app?["store_uri"]),
            discoveryURI: String(link: app?["discovery_uri"]))
    }

    private func text(_ name: String) -> String? {
        String(lenient: description[name]).map { String($0.prefix(Self.maxTextLength)) }
    }
}

extension SideDocuments {
    /// Reads the member `documents` of a document of a server; lists that cannot be read are left
    /// out.
    init(served field: JSONField) {
        self.init()
        guard field.kind == .container else { return }
        let bytes = Array(field.bytes)
        alerts = try? SystemAlertsDocument().parse(bytes, at: "").content
        pricingPlans = try? PricingPlansDocument().parse(bytes, at: "").content
        availability = try? VehicleAvailabilityDocument().parse(bytes, at: "").content
    }

    /// Returns the stations in the member `documents`, by their IDs; empty without any.
    static func servedStations(_ field: JSONField) -> [String: StationPlace] {
        guard field.kind == .container,
            let stations = try? VehicleStationsDocument().parse(Array(field.bytes), at: "").content
        else { return [:] }
        return Dictionary(
            stations.map { ($0.stationID, $0.place) }, uniquingKeysWith: { $1 })
    }

    /// The names of the documents that are there.
    var names: [String] {
        [
            zones.map { _ in DocumentName.zones.text },
            alerts.map { _ in DocumentName.alerts.text },
            pricingPlans.map { _ in DocumentName.pricingPlans.text },
            regions.map { _ in DocumentName.regions.text },
            availability.map { _ in DocumentName.availability.text },
        ].compactMap(\.self)
    }

    /// The names of the documents beside the vehicles of a server's source.
    static let servedNames: Set = [
        DocumentName.zones.text, DocumentName.alerts.text, DocumentName.pricingPlans.text,
        DocumentName.regions.text, DocumentName.availability.text,
    ]
}
