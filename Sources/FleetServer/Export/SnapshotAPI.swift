import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import NIOCore

/// The snapshots of a source in the API: whole documents, which are sent again only after a change.
struct SnapshotAPI {
    private let documents = RevisionCache(documents: 8)

    func add(to routes: Routes) {
        routes.api(.get, "/sources/:source/feed", .fleet) { try await vehicles($0) }
        let formats = QueryParameter.formats(SiteListFormat.names)
        routes.api(
            .get, "/sources/:source/sites", .fleet,
            query: [
                QueryParameter(
                    "region", .text,
                    """
                    Names or IDs of regions of the operator, of which one must be that of the site.
                    """, isRepeated: true),
                QueryParameter(
                    "type", .text,
                    """
                    Types of vehicles, of which one must be available at the site: names, IDs, \
                    form factors or propulsion types.
                    """, isRepeated: true),
            ] + formats
        ) { try await sites($0) }
        routes.api(
            .get, "/sources/:source/sites/:id", .fleet,
            query: QueryParameter.formats(["json", "csv"])
        ) { try await site($0) }
    }

    /// Returns all vehicles, as the command line reads them.
    private func vehicles(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let failure = request.environment.sources.states(of: source).vehicles?.failure
        let warning = Self.warning(failure)
        let response = try await response(of: source.vehicles, warning, request) { info, reader in
            let rotation = source.source.rotation(observed: info.rotation)
            var documents = SideDocuments()
            documents.alerts = try reader.content(of: .alerts, of: source.vehicles)
            documents.pricingPlans = try reader.content(of: .pricingPlans, of: source.vehicles)
            documents.availability = try reader.content(of: .availability, of: source.vehicles)
            var encoder = SnapshotEncoder(
                info, rotation: rotation, warning: warning,
                zones: try reader.documentDigest(DocumentName.zones.text, of: source.vehicles),
                documents: documents)
            try reader.forEachVehicle(.everything, of: source.vehicles) { encoder.add($0) }
            return encoder.finish()
        }
        if let response { return response }
        guard let failure, failure.mayHaveSites,
            let sites = try await request.environment.snapshots.read({
                try $0.info(of: source.sites)
            }), sites.total > 0
        else { throw Problem.notRead(source) }
        return .json(
            SnapshotEncoder.withoutVehicles(
                sites: sites,
                warning: failure.leavesStations == true
                    ? Language.inEnglish { failure.cause } : nil))
    }

    /// Returns all sites, or those of a region or with a type: for the command line as one document with a
    /// description of the feed, or as a list in another format.
    private func sites(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let format = try SiteListFormat(of: request.query)
        let query = try SiteQuery(request.query)
        if let unknown = try await request.unknownValue(of: query, ofSites: source.sites) {
            throw Problem(unknown)
        }
        guard format == .json else { return try await list(source, query, format, request) }
        let failure = request.environment.sources.states(of: source).sites?.failure
        let warning = Self.warning(failure)
        let document = {
            @Sendable (info: SnapshotInfo, reader: any SnapshotReader) throws -> [UInt8] in
            var encoder = SnapshotEncoder(sitesOf: info, warning: warning)
            let sites = try reader.sites(of: source.sites).map { SiteStatus($0) }
            for status in query.selection(of: sites, in: info.feed) { encoder.add(status.site) }
            return encoder.finish()
        }
        let response: Response?
        if !query.selectsPublished {
            response = try await self.response(of: source.sites, warning, request, document)
        } else {
            response = try await request.environment.snapshots.read { reader in
                try reader.info(of: source.sites).map { info in
                    Self.response(
                        try document(info, reader), format, named: source.name + " sites")
                }
            }
        }
        return response ?? .json(FleetAPI.document("sites", []))
    }

    /// Returns one site: the document of `fleet site show --format json`, or its row of the list.
    private func site(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let format = try SiteListFormat(of: request.query)
        let isStale =
            request.environment.sources.state(of: source.uuid, .sites)?.state.failure != nil
        let bytes = try await request.environment.snapshots.read { reader -> [UInt8] in
            guard let site = try reader.site(id, of: source.sites),
                let info = try reader.info(of: source.sites)
            else { throw Problem.notFound }
            let status = SiteStatus(
                site, vehicles: try reader.parkedVehicles(of: source.vehicles)[id],
                samples: try reader.samples(ofSite: id, of: source.sites))
            let header = SiteListHeader(
                source: source.name, feed: info.feed, fetchedAt: info.fetchedAt,
                isStale: isStale, total: 1, skipped: 0)
            guard format == .json else {
                return try Self.list([status], header, format, request)
            }
            let detail = SiteDetail(header: header, status: status)
            return Array(detail.written(as: .json, style: Self.style(request)).bytes)
        }
        return Self.response(bytes, format, named: source.name + " site " + id)
    }

    private func list(
        _ source: PolledSource, _ query: SiteQuery, _ format: SiteListFormat,
        _ request: UserRequest
    ) async throws -> Response {
        let now = request.environment.now()
        let bytes = try await request.environment.snapshots.read { reader in
            let info = try reader.info(of: source.sites)
            let parked = try reader.parkedVehicles(of: source.vehicles)
            let sites = try reader.sites(of: source.sites).map {
                SiteStatus($0, vehicles: parked[$0.id])
            }
            let header = SiteListHeader(
                source: source.name, feed: info?.feed ?? FeedDescription(format: ""),
                fetchedAt: info?.fetchedAt ?? now, isStale: false, total: sites.count, skipped: 0)
            let selected = query.selection(of: sites, in: header.feed)
            return try Self.list(selected, header, format, request)
        }
        return Self.response(bytes, format, named: source.name + " sites")
    }

    private static func list(
        _ sites: [SiteStatus], _ header: SiteListHeader, _ format: SiteListFormat,
        _ request: UserRequest
    ) throws -> [UInt8] {
        let encoder = try SiteListEncoder(
            format: format, header: header, style: style(request),
            selection: ListSelection(cells: request.csvCells))
        var bytes: [UInt8] = []
        var sink = ByteSink { bytes.append(contentsOf: $0) }
        try encoder.write(sites, to: &sink)
        return bytes
    }

    private static func style(_ request: UserRequest) -> TableStyle {
        TableStyle(
            width: nil, isColored: false, now: request.environment.now(), localTime: { _ in "" })
    }

    private static func response(
        _ bytes: [UInt8], _ format: SiteListFormat, named name: String
    ) -> Response {
        let list = ListFormat(rawValue: format.rawValue) ?? .json
        return Response(bytes, list.mediaType, fields: list.fields(named: name))
    }

    private static func warning(_ failure: FeedFailure?) -> String? {
        failure.map { failure in
            "the server shows older data: " + Language.inEnglish { failure.cause }
        }
    }
}

extension SnapshotAPI {
    /// Returns the response with the document of a snapshot, made by `make` unless it is known here
    /// or by the client; `nil` without a snapshot.
    private func response(
        of key: SourceKey, _ warning: String?, _ request: UserRequest,
        _ make: @escaping @Sendable (SnapshotInfo, any SnapshotReader) throws -> [UInt8]
    ) async throws -> Response? {
        let name = [key.text, ValueVisibility.key, warning ?? ""].joined(separator: "\n")
        let fields: HTTPFields = [.cacheControl: "private, no-cache"]
        let snapshots = request.environment.snapshots
        guard let newest = try await snapshots.read({ try $0.info(of: key) }) else { return nil }
        let tag = SharedDocument.tag(name, of: key, newest.revision)
        if let response = request.notModified(tag, fields: fields) { return response }
        try request.takePlace(isShared: true)
        let document = try await documents.value(
            of: name, newest: newest.revision, of: key, in: snapshots
        ) { info, reader in
            SharedDocument(
                tag: SharedDocument.tag(name, of: key, info.revision),
                bytes: ByteBuffer(bytes: try make(info, reader)))
        }
        return document.map { request.response($0, "application/json", fields: fields) }
    }
}
