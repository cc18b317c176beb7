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
                language: fleet.language, timezone: fleet.timeZone ?? "Etc/UTC",
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
        var languages: [String]
        var name: [PublishedFleet.LocalizedText]
        /// As in OpenStreetMap; the feed that was read does not say.
        var opening_hours = "24/7"
        var timezone: String
        var feed_contact_email: String
        var manifest_url: String
        var rental_apps: Apps?

        init(
            system_id: String, name: String, language: String, timezone: String,
            feed_contact_email: String, manifest_url: String, rental_apps: RentalApps?
        ) {
            (self.system_id, self.timezone) = (system_id, timezone)
            languages = [language]
            self.name = [.init(text: name, language: language)]
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
