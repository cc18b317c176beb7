import FleetCore
import FleetLabels
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The page of a vehicle and its QR code.
struct VehicleHandlers {
    /// Number of vehicles nearby.
    private static let maxNeighbors = 5

    func add(to routes: Routes) {
        routes.page(.get, "/v/:source/:id", .fleet) { request in
            try await PublicVehiclePage.response(to: request, try request.parameter("id"))
        } _: { request in
            try await page(request, try request.parameter("id"))
        }
        // The IDs `.` and `..` cannot be segments of a path.
        routes.page(.get, "/v/:source", .fleet) { request in
            guard let id = request.query["id"] else { return nil }
            return try await PublicVehiclePage.response(to: request, id)
        } _: { request in
            guard let id = request.query["id"] else { throw Problem.notFound }
            return try await page(request, id)
        }
        for format in SymbolFile.allCases {
            routes.api(.get, "/sources/:source/vehicles/:id/qr.\(format.rawValue)", .fleet) {
                request in
                try await symbol(request, format)
            }
        }
    }

    private func page(_ request: UserRequest, _ id: String) async throws -> Response {
        let source = try request.source()
        let moment = try await request.moment(of: [source])
        guard let view = try await view(of: id, source, at: moment, request) else {
            guard moment == nil else { throw Problem.absent(id, from: source) }
            return try await AssignmentPage.response(toMissing: id, of: source, request)
        }
        let favorites = try await request.access.favorites.feedIDs(
            of: source, in: request.environment.snapshots)
        let isFavorite = VehicleIDs(favorites).contains(view.vehicle.id)
        var frame = request.page(.list, title: view.vehicle.id, of: source)
        frame.live = PageContext.Live([source], after: [view.cursor], request.style)
        frame.systemNotices = view.detail.context.alerts.map {
            PageContext.SystemNotice($0, of: view.detail.feed)
        }
        let notes = try await request.notes(
            of: view.vehicle.id, source: source, on: frame)
        let past = try await request.environment.snapshots.changes().past(
            ofVehicle: view.vehicle.id, of: source.uuid, before: nil,
            limit: PastContext.maxCharges)
        var shown = detail(view, isFavorite: isFavorite, source, request)
        if let moment { shown.link(moment.path) }
        shown.historyHref = source.replayPath(at: moment, following: view.vehicle.id)
        shown.readOnlyHint = notes.readOnlyHint
        if moment == nil {
            shown.editHref = source.editPath(of: view.vehicle.id, for: request)
            if view.detail.lastSeen != nil {
                shown.assignHref = source.assignPath(of: view.vehicle.id, for: request)
            }
            shown.sighting = try await SightingContext(of: view.detail, source, request)
        }
        if shown.sighting != nil { shown.hasPlace = true }
        return try request.html(
            "vehicle",
            VehiclePage(
                page: request.page(frame, at: moment), detail: shown, noteCount: notes.noteCount,
                notes: notes.notes,
                noteForm: notes.noteForm, map: map(view, source, at: moment, request),
                past: PastContext(
                    past, of: source,
                    isEstimated: view.vehicle.battery?.isEstimated ?? false,
                    fetchedAt: view.detail.fetchedAt, time: request.time),
                formats: formats(view.vehicle.id, source, request)))
    }

    /// Returns the content of the page; `nil` without such a vehicle.
    private func view(
        of id: String, _ source: PolledSource, at moment: RequestedMoment?, _ request: UserRequest
    ) async throws -> VehicleView? {
        let found = try await request.environment.snapshots.read { reader in
            try VehicleView(
                id, of: source, in: moment.reader(over: reader), neighbors: Self.maxNeighbors)
        }
        guard var view = found else { return nil }
        view.detail.context = VehicleDetail.Context(
            of: view.vehicle, in: view.documents, at: moment?.at ?? request.environment.now())
        return view
    }

    private func formats(
        _ id: String, _ source: PolledSource, _ request: UserRequest
    ) -> Formats {
        let path = source.apiPath + "/vehicles"
        let word = id.hasPrefix("-") ? "-- " + ShellWord.quoted(id) : ShellWord.quoted(id)
        return request.formats(
            path, QueryItems([("search", id)]), json: path + "/" + PercentEncoding.encoded(id),
            command: "fleet detail --source team:\(source.name) \(word)")
    }

    private func map(
        _ view: VehicleView, _ source: PolledSource, at moment: RequestedMoment?,
        _ request: UserRequest
    ) -> MapContext? {
        guard let position = view.vehicle.position else { return nil }
        let vehicles = [view.vehicle] + view.neighbors
        var picture = MapPicture(of: vehicles.compactMap(\.position), height: 200)
        picture?.addPoints(vehicles, of: source, hasValues: true)
        if let moment { picture?.link(moment.path) }
        picture?.setFocus(position)
        var map = MapContext(
            localized("Map of the vehicle's surroundings"), text: "", svg: picture,
            tiles: request.environment.options.tiles)
        map.isPictured = true
        map.at = moment.map { _ in request.query[QueryParameter.moment.name] ?? "" }
        map.zonesUrl = view.hasZones ? source.apiPath + "/zones" : nil
        map.focusLat = "\(position.latitude)"
        map.focusLon = "\(position.longitude)"
        return map
    }

    private func detail(
        _ view: VehicleView, isFavorite: Bool, _ source: PolledSource, _ request: UserRequest
    ) -> VehiclePage.Detail {
        let (vehicle, feed) = (view.vehicle, view.detail.feed)
        func row(_ vehicle: Vehicle, _ columns: [VehicleColumn], isGone: Bool) -> VehicleRow {
            VehicleRow(
                vehicle, columns.map(PageColumn.standard), of: source, feed,
                isFavorite: isFavorite, isGone: isGone,
                origin: view.vehicle.position, request.style)
        }
        let known = VehicleCells(feed, origin: nil)
        let summary = [VehicleColumn.state, .battery, .color].filter {
            known.cell($0, of: vehicle).isKnown
        }
        let own = row(vehicle, summary, isGone: view.detail.lastSeen != nil)
        let base = QueryItems([("source", source.name)])
        let facts = VehicleFacts(view.detail, of: source, request)
        return VehiclePage.Detail(
            vehicleId: vehicle.id, sourceName: source.name,
            isSimulated: feed.isSimulated, summary: own.cells,
            typeName: feed.typeName(of: vehicle),
            typeIcon: own.typeIcon,
            closeHref: request.ownReferer.flatMap { $0.hasPrefix("/v/") ? nil : $0 }
                ?? "/" + base.query,
            lastSeen: view.detail.lastSeen.map(request.time), isFavorite: isFavorite,
            favoriteAction: own.favoriteAction, favoriteUrl: own.favoriteUrl,
            navigate: vehicle.position.map { Navigation(to: $0) },
            rentalLinks: RentalLink.all(of: vehicle, feed),
            labelsHref: "/labels" + base.setting("id", [vehicle.id]).query,
            hasCondition: !facts.condition.isEmpty || !facts.measurements.isEmpty,
            condition: facts.condition, hasMeasurements: !facts.measurements.isEmpty,
            measurements: facts.measurements, hasPlace: !facts.place.isEmpty, place: facts.place,
            identity: facts.identity,
            qr: .init(of: view.detail, source, request.environment),
            hasNeighbors: !view.neighbors.isEmpty,
            neighbors: view.neighbors.map {
                row($0, [.state, .battery, .distance], isGone: false)
            },
            origin: vehicle.position?.text ?? "",
            mapHref: "/map"
                + base.setting("focus", vehicle.position.map { [$0.text] } ?? []).query,
            previous: view.previous.map { .init(href: source.path(of: $0), id: $0) },
            next: view.next.map { .init(href: source.path(of: $0), id: $0) })
    }

    private func symbol(_ request: UserRequest, _ format: SymbolFile) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let environment = request.environment
        let bytes = try await environment.snapshots.read { reader -> [UInt8] in
            guard let vehicle = try source.resolver.find(id, .exact, in: reader)?.vehicle,
                let info = try reader.info(of: source.vehicles)
            else { throw Problem.notFound }
            let payload = LabelPayload(
                of: vehicle, source, source.source.rotation(observed: info.rotation),
                environment)
            return try format.bytes(of: payload, title: vehicle.id)
        }
        return Response(
            bytes, format.mediaType,
            fields: [
                .cacheControl: "private, no-cache",
                .contentDisposition: "inline; filename*=UTF-8''"
                    + PercentEncoding.encoded(id) + ".\(format.rawValue)",
            ])
    }
}

extension Problem {
    /// The answer about a vehicle that was not in the feed at a past time.
    fileprivate static func absent(_ id: String, from source: PolledSource) -> Problem {
        Problem(
            .notFound, "\(TerminalText.limited(id)) was not in the feed of \(source.name) then.",
            hint: "Choose another time, or open the list of that time.",
            parameter: QueryParameter.moment.name)
    }
}

/// The content of a vehicle's page, all from one moment.
struct VehicleView: Sendable {
    var detail: VehicleDetail
    let cursor: ChangeCursor?
    let neighbors: [Vehicle]
    /// The documents of the system that concern it.
    let documents: SideDocuments
    /// Whether the system has zones.
    let hasZones: Bool
    /// IDs of the vehicles before and after it in the list by ID.
    let previous: String?
    let next: String?

    var vehicle: Vehicle { detail.vehicle }

    init?(
        _ id: String, of source: PolledSource, in reader: any SnapshotReader, neighbors limit: Int
    ) throws {
        let key = source.vehicles
        guard let info = try reader.info(of: key),
            let found = try source.resolver.find(id, .exact, in: reader)
        else { return nil }
        let vehicle = found.vehicle
        detail = found.detail(of: source.name, source.source, info, isStale: false)
        cursor = try reader.changeCursor(of: key)
        documents = try reader.documents(around: vehicle, of: key)
        hasZones = try reader.hasZone(of: key)
        var nearby: [Vehicle] = []
        if let position = vehicle.position {
            var query = VehicleQuery()
            query.order = .distance(from: position)
            query.filter.area = Area(center: position, radiusMeters: 2000)
            query.limit = limit + 1
            try reader.forEachVehicle(query, of: key) { nearby.append($0) }
        }
        let ownID = vehicle.id
        neighbors = Array(nearby.filter { !ByteOrder.equal($0.id, ownID) }.prefix(limit))
        func neighbor(isReversed: Bool) throws -> String? {
            var query = VehicleQuery()
            query.isReversed = isReversed
            query.after = query.position(of: found.vehicle)
            query.limit = 1
            var found: String?
            try reader.forEachVehicle(query, of: key) { found = $0.id }
            return found
        }
        previous = try neighbor(isReversed: true)
        next = try neighbor(isReversed: false)
    }
}

/// The keys of the template `vehicle`.
private struct VehiclePage {
    struct QR {
        var svgHref: String
        var pngHref: String
        var pdfHref: String
        var payload: String
        var text: String
        var isRotating: Bool

        init(of detail: VehicleDetail, _ source: PolledSource, _ environment: ServerEnvironment) {
            let id = PercentEncoding.encoded(detail.vehicle.id)
            let path = source.apiPath + "/vehicles/" + id + "/qr."
            (svgHref, pngHref, pdfHref) = (path + "svg", path + "png", path + "pdf")
            let content = LabelPayload(of: detail.vehicle, source, detail.rotation, environment)
            (payload, text) = (content.text, content.description)
            isRotating = detail.rotation == .yes
        }
    }

    struct Detail {
        var vehicleId: String
        var sourceName: String
        var isSimulated: Bool
        /// The state, and the known ones of the most important cells.
        var summary: [CellContext]
        var typeName: String?
        var typeIcon: String
        var pictureUrl: String?
        var closeHref: String
        var lastSeen: ShownTime?
        var isFavorite: Bool
        var favoriteAction: String
        var favoriteUrl: String?
        var navigate: Navigation?
        var rentalLinks: [RentalLink]
        var labelsHref: String
        /// The form of the imported row; `nil` for who may not change it.
        var editHref: String?
        /// The page that gives its ID to another row; `nil` while the vehicle is there.
        var assignHref: String?
        /// The replay of its day; absent without a history.
        var historyHref: String?
        var hasCondition: Bool
        var condition: [VehicleFacts.Fact]
        var hasMeasurements: Bool
        var measurements: [VehicleFacts.MeasuredValue]
        var hasPlace: Bool
        var place: [VehicleFacts.Fact]
        /// Absent unless the person can report where the vehicle is.
        var sighting: SightingContext?
        var identity: [VehicleFacts.Fact]
        var qr: QR
        var hasNeighbors: Bool
        var neighbors: [VehicleRow]
        /// Position that distances are measured from.
        var origin: String
        var mapHref: String
        var previous: ObjectLink?
        var next: ObjectLink?
        var readOnlyHint: String?

        /// Changes the addresses of other vehicles, and of the map and the list.
        mutating func link(_ path: (String) -> String) {
            for index in neighbors.indices { neighbors[index].href = path(neighbors[index].href) }
            previous = previous.map { ObjectLink(href: path($0.href), id: $0.id) }
            next = next.map { ObjectLink(href: path($0.href), id: $0.id) }
            mapHref = path(mapHref)
        }
    }

    var page: PageContext
    var detail: Detail
    var noteCount: String
    var notes: Markup
    /// Absent for people who may not write notes.
    var noteForm: NoteFormContext?
    var map: MapContext?
    var past: PastContext
    var formats: Formats
}

/// Ways to a position, of which a person chooses one: most computers open no `geo:` address.
struct Navigation: Sendable {
    struct Link: Sendable {
        var href: String
        var label: String
    }

    var links: [Link]

    init(to position: Position) {
        let (latitude, longitude) = ("\(position.latitude)", "\(position.longitude)")
        let place = "\(latitude),\(longitude)"
        links = [
            Link(
                href: "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
                    + "#map=18/\(latitude)/\(longitude)", label: "OpenStreetMap"),
            Link(
                href: "https://www.google.com/maps/dir/?api=1&destination=\(place)",
                label: "Google Maps"),
            Link(href: "https://maps.apple.com/?daddr=\(place)", label: "Apple Maps"),
            // RFC 5870.
            Link(href: "geo:\(place)", label: localized("Map of this device")),
        ]
    }
}

/// A link to rent a vehicle.
struct RentalLink: Sendable {
    var href: String
    var label: String

    /// Returns the links of a vehicle that people may open.
    static func all(of vehicle: Vehicle, _ feed: FeedDescription?) -> [RentalLink] {
        let links = LinkRule(feed).allowed(vehicle.rentalURIs)
        return [
            (links?.web, localized("Rent")), (links?.android, localized("Android app")),
            (links?.ios, localized("iOS app")),
        ]
        .compactMap { link, label in link.map { RentalLink(href: $0, label: label) } }
    }

    private init(href: String, label: String) { (self.href, self.label) = (href, label) }
}
