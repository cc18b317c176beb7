import FleetCore
import FleetSQL
import FleetService
import Foundation
import NIOCore

/// A fleet as it is published.
///
/// Vehicles that are reserved, and so may be on a trip, and those that are not on the road are left
/// out. IDs that do not rotate are replaced by ones that change when the vehicle has moved, so that
/// nobody can follow it (GBFS 3.0, `vehicle_status.json`, `vehicle_id`).
struct PublishedFleet: Sendable {
    struct LocalizedText: Encodable, Sendable {
        var text: String
        var language: String
    }

    struct VehicleType: Encodable, Sendable {
        var vehicle_type_id: String
        var form_factor: String
        var propulsion_type: String
        var max_range_meters: Double?
        var name: [LocalizedText]?
    }

    let updatedAt: Timestamp
    let systemName: String?
    /// The language of its texts.
    let language: String
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
        let publication = try PublicationRule(source, info, in: reader)
        let rule = LinkRule(info.feed)
        var vehicles: [Vehicle] = []
        var found = PublishedTypes()
        try reader.forEachVehicle(VehicleQuery(), of: source.vehicles) { vehicle in
            guard var published = try? publication.published(vehicle) else { return }
            found.add(published, named: publication.typeName(of: vehicle))
            if publication.keepsIDs {
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
        for index in vehicles.indices { vehicles[index].typeID = found.id(of: vehicles[index]) }
        language = Self.language(of: source, info.feed)
        types = found.types(in: language)
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

    /// Names the fleet: it depends on the snapshot, and on the settings of the source that say
    /// whether IDs rotate, which locations are published, and in which language the texts are.
    static func name(of source: PolledSource) -> String {
        let settings = source.source
        return [
            source.vehicles.text, settings.rotation?.rawValue ?? "",
            settings.publishedLocation.rawValue, settings.language?.text ?? "",
        ].joined(separator: "\n")
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

    /// Returns the language of the words of a table as GBFS writes it (`Language`), without the
    /// region: that of the source, or else English, as for a feed.
    private static func language(of source: PolledSource, _ feed: FeedDescription) -> String {
        guard feed.isTable, let tag = source.source.language?.text.split(separator: "-").first,
            (2...3).contains(tag.utf8.count), tag.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return "en" }
        return tag.lowercased()
    }

    /// Form factors and propulsion types of GBFS 3.0 (`vehicle_types.json`).
    static let formFactors: Set = [
        "bicycle", "cargo_bicycle", "car", "moped", "scooter_standing", "scooter_seated", "other",
    ]
    static let propulsionTypes = Set(FleetCore.VehicleType.propulsionTypes)
}
