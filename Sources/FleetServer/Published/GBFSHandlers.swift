import FleetCore
import FleetSQL
import FleetService
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The published fleets as GBFS 3.0, for everybody.
struct GBFSHandlers {
    /// Time for which a document may be kept (GBFS: `ttl`), in seconds.
    private static let ttl = 30
    private static let vehicleStatus = "vehicle_status.json"
    private static let files = [
        "gbfs.json", "system_information.json", "vehicle_types.json", vehicleStatus,
    ]
    private static let fields: HTTPFields = [
        .cacheControl: "public, max-age=\(ttl)", .accessControlAllowOrigin: "*",
    ]

    private let fleets = RevisionCache<PublishedFleet>(limit: 32) { $0.vehicleStatus }

    func add(to routes: Routes) {
        routes.open(.get, "/gbfs/manifest.json") { try await manifest($0) }
        routes.open(.get, "/gbfs/:source/:file") { try await file($0) }
    }

    private func manifest(_ request: ServerRequest) async throws -> Response {
        let environment = request.environment
        let hasContact = try await environment.options.contact.address() != nil
        let published = environment.sources.all.filter {
            hasContact && $0.source.publications.contains(.gbfs)
        }
        let datasets = published.map { source in
            Manifest.Dataset(
                system_id: source.name,
                versions: [.init(url: environment.address(of: source, "gbfs.json"))])
        }
        return try Self.response(
            Document(lastUpdated: environment.now(), data: Manifest(datasets: datasets)),
            to: request)
    }

    private func file(_ request: ServerRequest) async throws -> Response {
        let environment = request.environment
        let source = try request.source()
        // GBFS requires an address for questions.
        guard source.source.publications.contains(.gbfs),
            let contact = try await environment.options.contact.address()
        else { throw Problem.notFound }
        let file = try request.parameter("file")
        guard Self.files.contains(file) else { throw Problem.notFound }
        let newest = try await environment.snapshots.read { try $0.info(of: source.vehicles) }
        let revision = newest?.revision ?? 0
        if file == Self.vehicleStatus {
            let tag = PublishedFleet.statusTag(of: source, revision)
            if let response = request.notModified(tag, fields: Self.fields) { return response }
            try request.takePlace(isShared: true)
        }
        let fleet = try await publishedFleet(of: source, revision, in: environment)
        return try Self.response(file, of: fleet, source, contact: contact, to: request)
    }

    /// - Throws: `Problem` (404) for a document that the fleet does not have.
    private static func response(
        _ file: String, of fleet: PublishedFleet, _ source: PolledSource, contact: String,
        to request: ServerRequest
    ) throws -> Response {
        let environment = request.environment
        switch file {
        case "gbfs.json":
            let names =
                ["system_information", "vehicle_status"]
                + (fleet.types.isEmpty ? [] : ["vehicle_types"])
            let feeds = names.map {
                Discovery.Feed(name: $0, url: environment.address(of: source, $0 + ".json"))
            }
            return try response(
                Document(lastUpdated: fleet.updatedAt, data: Discovery(feeds: feeds)), to: request)
        case "system_information.json":
            let system = SystemDocument(
                system_id: source.name, name: fleet.systemName ?? source.name,
                timezone: fleet.timeZone ?? "Etc/UTC",
                feed_contact_email: contact,
                manifest_url: environment.publicOrigin.text + "/gbfs/manifest.json",
                rental_apps: fleet.rentalApps)
            return try response(
                Document(lastUpdated: fleet.updatedAt, data: system), to: request)
        case "vehicle_types.json" where !fleet.types.isEmpty:
            return try response(
                Document(
                    lastUpdated: fleet.updatedAt, data: VehicleTypes(vehicle_types: fleet.types)),
                to: request)
        case vehicleStatus:
            return request.response(fleet.vehicleStatus, "application/json", fields: fields)
        default: throw Problem.notFound
        }
    }

    private func publishedFleet(
        of source: PolledSource, _ revision: Int64, in environment: ServerEnvironment
    ) async throws -> PublishedFleet {
        let fleet = try await fleets.value(
            of: PublishedFleet.name(of: source), newest: revision, of: source.vehicles,
            in: environment.snapshots
        ) { info, reader in
            try PublishedFleet(source, info, secret: environment.options.secret, in: reader)
        }
        guard let fleet else {
            throw Problem(
                .serviceUnavailable, "The feed has not been read yet.", fields: [.retryAfter: "5"],
                unavailable: .notRead)
        }
        return fleet
    }

    private static func response(_ document: some Encodable, to request: ServerRequest) throws
        -> Response
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return response(of: Array(try encoder.encode(document)), to: request)
    }

    private static func response(of bytes: [UInt8], to request: ServerRequest) -> Response {
        let tag = "\"\(SHA256.hex(bytes).prefix(32))\""
        if let response = request.notModified(tag, fields: fields) { return response }
        var fields = fields
        fields[.eTag] = tag
        return Response(bytes, "application/json", fields: fields)
    }

    /// The members that all documents have (GBFS 3.0, "Output Format").
    struct Document<Data: Encodable>: Encodable {
        var last_updated: String
        var ttl = GBFSHandlers.ttl
        var version = "3.0"
        var data: Data

        init(lastUpdated: Timestamp, data: Data) {
            last_updated = ShownTime(lastUpdated, zone: .gmt, now: lastUpdated).iso
            self.data = data
        }
    }

    private struct Manifest: Encodable {
        struct Version: Encodable {
            var version = "3.0"
            var url: String
        }

        struct Dataset: Encodable {
            var system_id: String
            var versions: [Version]
        }

        var datasets: [Dataset]
    }

    private struct Discovery: Encodable {
        struct Feed: Encodable {
            var name: String
            var url: String
        }

        var feeds: [Feed]
    }

    private struct SystemDocument: Encodable {
        struct LocalizedText: Encodable {
            var text: String
            var language = "en"
        }

        struct Apps: Encodable {
            struct App: Encodable {
                var store_uri: String?
                var discovery_uri: String?

                init(_ app: RentalApps.App) {
                    (store_uri, discovery_uri) = (app.storeURI, app.discoveryURI)
                }
            }

            var android: App?
            var ios: App?

            init(_ apps: RentalApps) {
                (android, ios) = (apps.android.map(App.init), apps.ios.map(App.init))
            }
        }

        var system_id: String
        var languages = ["en"]
        var name: [LocalizedText]
        /// As in OpenStreetMap; the feed that was read does not say.
        var opening_hours = "24/7"
        var timezone: String
        var feed_contact_email: String
        var manifest_url: String
        var rental_apps: Apps?

        init(
            system_id: String, name: String, timezone: String, feed_contact_email: String,
            manifest_url: String, rental_apps: RentalApps?
        ) {
            (self.system_id, self.timezone) = (system_id, timezone)
            self.name = [LocalizedText(text: name)]
            self.feed_contact_email = feed_contact_email
            self.manifest_url = manifest_url
            self.rental_apps = rental_apps.map(Apps.init)
        }
    }

    private struct VehicleTypes: Encodable {
        var vehicle_types: [PublishedFleet.VehicleType]
    }
}

extension ServerEnvironment {
    fileprivate func address(of source: PolledSource, _ file: String) -> String {
        publicOrigin.text + "/gbfs/\(source.name)/\(file)"
    }
}

/// A fleet as it is published.
///
/// Vehicles that are reserved, and so may be on a trip, and those that are not on the road are left
/// out. IDs that do not rotate are replaced by ones that change when the vehicle has moved, so that
/// nobody can follow it (GBFS 3.0, `vehicle_status.json`, `vehicle_id`).
struct PublishedFleet: Sendable {
    struct VehicleType: Encodable, Sendable {
        var vehicle_type_id: String
        var form_factor: String
        var propulsion_type: String
        var max_range_meters: Double?
    }

    let updatedAt: Timestamp
    let systemName: String?
    let timeZone: String?
    let rentalApps: RentalApps?
    /// The types; empty unless each vehicle has all that a type requires.
    let types: [VehicleType]
    /// The document `vehicle_status.json`.
    let vehicleStatus: SharedDocument

    /// - Parameter secret: Random bytes without which IDs cannot be traced back.
    init(
        _ source: PolledSource, _ info: SnapshotInfo, secret: [UInt8],
        in reader: any SnapshotReader
    ) throws {
        let isRotating = source.source.rotation(observed: info.rotation) == .yes
        let rule = LinkRule(info.feed)
        var vehicles: [Vehicle] = []
        try reader.forEachVehicle(VehicleQuery(), of: source.vehicles) { vehicle in
            let state = vehicle.state
            guard state.isOfGBFS, state != .reserved, vehicle.position != nil else { return }
            var published = Self.published(vehicle)
            if isRotating {
                published.id = vehicle.id
                // Links hold the ID in many feeds.
                published.rentalURIs = rule.allowed(vehicle.rentalURIs)
            } else {
                published.id = Self.rotatingID(of: vehicle, source, secret)
            }
            vehicles.append(published)
        }
        // In place: the vehicles take more memory than the document.
        vehicles.sort { ByteOrder.precedes($0.id, $1.id) }
        types = Self.types(of: vehicles)
        if types.isEmpty { for index in vehicles.indices { vehicles[index].typeID = nil } }
        updatedAt = info.fetchedAt
        systemName = info.feed.systemName
        rentalApps = rule.published(info.feed.rentalApps)
        // The standard takes only names of the tz database.
        timeZone = info.feed.timeZone.flatMap {
            TimeZone.knownTimeZoneIdentifiers.contains($0) ? $0 : nil
        }
        vehicleStatus = SharedDocument(
            tag: Self.statusTag(of: source, info.revision),
            bytes: try Self.vehicleStatus(of: vehicles, source, info))
    }

    /// Returns the published members of a vehicle, without its ID and links.
    private static func published(_ vehicle: Vehicle) -> Vehicle {
        var published = Vehicle(id: "")
        published.position = vehicle.position
        published.isReserved = false
        published.isDisabled = vehicle.isDisabled
        published.typeID = vehicle.typeID
        published.formFactor = vehicle.formFactor
        published.propulsionType = vehicle.propulsionType
        published.currentRangeMeters = vehicle.currentRangeMeters
        published.currentFuelPercent = vehicle.currentFuelPercent
        published.battery = vehicle.battery
        published.lastReported = vehicle.lastReported
        return published
    }

    private static func vehicleStatus(
        of vehicles: [Vehicle], _ source: PolledSource, _ info: SnapshotInfo
    ) throws -> ByteBuffer {
        let count = vehicles.count
        var header = ListHeader(
            of: VehicleQuery(), in: info, from: source.name,
            counts: VehicleCounts(total: count, matching: count, unknownBattery: 0), isStale: false)
        header.feed.ttlSeconds = 30
        let style = TableStyle(
            width: nil, isColored: false, now: info.fetchedAt, localTime: { _ in "" })
        let encoder = try VehicleListEncoder(format: .gbfs, header: header, style: style)
        var bytes = ByteBuffer()
        var sink = ByteSink { bytes.writeBytes($0) }
        _ = try encoder.write(
            vehicles: { body in for vehicle in vehicles { try body(vehicle) } }, to: &sink)
        return bytes
    }

    /// Names the fleet: it depends on the snapshot, and on the setting that says whether IDs
    /// rotate.
    static func name(of source: PolledSource) -> String {
        source.vehicles.text + "\n" + (source.source.rotation?.rawValue ?? "")
    }

    /// Returns the entity tag of `vehicle_status.json`, which depends only on the snapshot and on
    /// settings of the source; it is known without the document.
    static func statusTag(of source: PolledSource, _ revision: Int64) -> String {
        SharedDocument.tag(name(of: source), of: source.vehicles, revision)
    }

    /// Returns an ID that changes when the vehicle has moved, or was away from the feed.
    private static func rotatingID(
        of vehicle: Vehicle, _ source: PolledSource, _ secret: [UInt8]
    ) -> String {
        let since = vehicle.stillSince.map { "\($0.milliseconds)" } ?? ""
        let text = [source.vehicles.uuidText, vehicle.id, since].joined(separator: "\n")
        return String(SHA256.hex(secret + Array(text.utf8)).prefix(24))
    }

    /// Form factors and propulsion types of GBFS 3.0 (`vehicle_types.json`).
    static let formFactors: Set = [
        "bicycle", "cargo_bicycle", "car", "moped", "scooter_standing", "scooter_seated", "other",
    ]
    static let propulsionTypes = Set(FleetCore.VehicleType.propulsionTypes)

    /// Returns the types if each vehicle has one with all that the standard requires, otherwise
    /// none.
    ///
    /// The range of a full vehicle is the largest one that a vehicle of the type reports.
    private static func types(of vehicles: [Vehicle]) -> [VehicleType] {
        var types: [String: VehicleType] = [:]
        for vehicle in vehicles {
            guard let id = vehicle.typeID, id.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
                let formFactor = vehicle.formFactor, formFactors.contains(formFactor),
                let propulsion = vehicle.propulsionType, propulsionTypes.contains(propulsion)
            else { return [] }
            let hasMotor = propulsion != "human"
            let range = vehicle.currentRangeMeters.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
            if hasMotor, range == nil { return [] }
            var type =
                types[id]
                ?? VehicleType(
                    vehicle_type_id: id, form_factor: formFactor, propulsion_type: propulsion)
            if hasMotor { type.max_range_meters = max(type.max_range_meters ?? 0, range ?? 0) }
            types[id] = type
        }
        return types.values.sorted { ByteOrder.precedes($0.vehicle_type_id, $1.vehicle_type_id) }
    }
}
