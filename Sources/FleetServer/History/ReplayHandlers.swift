import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird

/// The replay of a day of a source's history: its page, and the changes that the page shows.
struct ReplayHandlers {
    private static let start = QueryParameter(
        "from", .text, "The start. \(QueryParameter.timeText)")
    private static let end = QueryParameter(
        "until", .text,
        """
        The end, at most 26 hours later; by default 24 hours. \(QueryParameter.timeText)
        """)
    private static let hasStart = QueryParameter(
        "start", .flag, "Whether it has the vehicles at the start.")
    /// A day is 25 hours at most.
    private static let maxLength = Duration.seconds(26 * 3600)
    private static let maxTimeline = Duration.seconds(31 * 86_400)

    func add(to routes: Routes) {
        routes.page(.replay) { try await page($0) }
        routes.api(
            .get, "/sources/:source/replay", .replay, query: [Self.start, Self.end, Self.hasStart]
        ) { try await document($0) }
        routes.api(
            .get, "/sources/:source/replay/sites", .replay, query: [Self.start, Self.end]
        ) { try await sites($0) }
        routes.api(
            .get, "/sources/:source/vehicles/:id/timeline", .replay,
            query: [
                Self.start.described(
                    """
                    The start, at most 31 days before the end; by default one day. \
                    \(QueryParameter.timeText)
                    """),
                Self.end.described("The end; by default now. \(QueryParameter.timeText)"),
            ]
                + QueryParameter.formats(
                    ["json", "ndjson", "csv", "geojson"],
                    "Format; geojson has the path, and the stays of at least five minutes.")
        ) { try await timeline($0) }
    }

    /// Returns where a vehicle was, and for how long.
    private func timeline(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let zone = try await request.zone(of: source)
        let now = request.environment.now()
        let end = min(try request.time(Self.end, in: zone) ?? now, now)
        let start = try request.pastTime(Self.start, in: zone) ?? end - .seconds(86_400)
        guard start <= end, end - start <= Self.maxTimeline else {
            throw Problem(Self.start.name, "must be at most 31 days before the end")
        }
        let found = try await request.environment.snapshots.history(of: source.vehicles) {
            (try $0.timeline(ofVehicle: id, from: start, until: end), $0.since)
        }
        guard let found else { throw Problem.noHistory(of: source) }
        guard let timeline = found.0 else { throw Problem.notFound }
        let subject = Timeline.Subject(
            source: source.name, vehicleID: id, period: start..<end, since: found.1, zone: zone)
        guard request.query["format"] == "geojson" else {
            return try request.response(timeline.list(of: subject), named: id)
        }
        return Response(timeline.geoJSON(of: subject).bytes, ListFormat.geojson.mediaType)
    }

    private func document(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let zone = try await request.zone(of: source)
        let (start, end) = try period(of: request, in: zone)
        let hasStart = request.query[Self.hasStart.name].map { $0 == "1" || $0 == "true" } ?? true
        try request.takePlace(isShared: false)
        let bytes = try await request.environment.snapshots.history(of: source.vehicles) { reader in
            var document = ReplayDocument(start..<end, hasStart: hasStart)
            try reader.replay(from: start, until: end).forEach { document.add($0) }
            return try document.bytes { try reader.ids(of: $0) }
        }
        guard let bytes else { throw Problem.noHistory(of: source) }
        return request.compressed(
            bytes, "application/vnd.fleet.replay", fields: [.cacheControl: "no-store"])
    }

    /// Returns the sites at a time, and their changes after it.
    private func sites(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let zone = try await request.zone(of: source)
        let (start, end) = try period(of: request, in: zone)
        try request.takePlace(isShared: false)
        let present = try await request.environment.snapshots.read {
            try $0.sites(of: source.sites)
        }
        let document = try await request.environment.snapshots.history(of: source.sites) {
            try SiteReplayDocument(
                source: source.name, start..<end, names: present, in: $0
            ).text
        }
        guard let document else { throw Problem.noHistory(of: source) }
        return .json(document, fields: [.cacheControl: "no-store"])
    }

    /// Returns the start and the end of a replay.
    private func period(
        of request: UserRequest, in zone: SystemTimeZone
    ) throws(Problem) -> (start: Timestamp, end: Timestamp) {
        guard let start = try request.pastTime(Self.start, in: zone) else {
            throw Problem(Self.start.name, "is missing")
        }
        let now = request.environment.now()
        let end = min(
            try request.time(Self.end, in: zone) ?? start + .seconds(86_400),
            min(now, start + Self.maxLength))
        return (start, max(start, end))
    }

    private func page(_ request: UserRequest) async throws -> Response {
        let source = try request.selectedSource()
        let zone = try await request.zone(of: source)
        let kept = try await request.environment.snapshots.history(of: source.vehicles) {
            $0.since..<max($0.since, $0.until)
        }
        guard let kept else { throw Problem.noHistory(of: source) }
        let now = request.environment.now()
        let today = LocalDay(at: now, in: zone).start(in: zone)
        let from = try request.pastTime(Self.start, in: zone) ?? max(kept.lowerBound, today)
        let hasZones = try await request.environment.snapshots.read {
            try $0.hasZone(of: source.vehicles)
        }
        let hasSites = try await request.environment.snapshots.history(of: source.sites) { _ in true
        }
        var map = MapContext(
            localized("Map of the vehicles of \(source.name)"), text: "", svg: nil,
            tiles: request.environment.options.tiles)
        map.zonesUrl = hasZones ? source.apiPath + "/zones" : nil
        var frame = request.page(
            .replay, title: localized("Replay of \(source.name)"), of: source)
        frame.failures = []
        var replay = ReplayPage.Replay(source, kept, from, zone, request)
        if hasSites == true { replay.sitesUrl = source.apiPath + "/replay/sites" }
        return try request.html("replay", ReplayPage(page: frame, replay: replay, map: map))
    }
}

/// The page `/replay`: the keys of the template `replay`.
private struct ReplayPage {
    struct Replay {
        var title: String
        var sourceName: String
        var isSimulated: Bool
        /// Whether its IDs are known to be stable.
        var isPersonal: Bool
        /// Address of the changes (see ``ReplayDocument``).
        var url: String
        /// Address of the sites and their changes; absent without a history of them.
        var sitesUrl: String?
        /// Start and end of the day, its moment, and the start of the history, in UTC.
        var start: String
        var end: String
        var from: String
        var keptSince: String
        var zone: String
        /// Why times are in UTC, although the feed names a zone.
        var zoneNotice: String?
        /// The date in the form for another day.
        var day: String
        /// The time, as it is typed.
        var moment: String
        var previousHref: String?
        var nextHref: String?
        var listHref: String
        var mapHref: String
        var reportHref: String
        /// ID of the followed vehicle; empty without one.
        var vehicle: String
        var states: [Checkbox]
        var minBattery: String
        var maxBattery: String
        var search: String

        init(
            _ source: PolledSource, _ kept: Range<Timestamp>, _ from: Timestamp,
            _ zone: SystemTimeZone, _ request: UserRequest
        ) {
            let now = request.environment.now()
            let day = LocalDay(at: from, in: zone)
            let period = day.period(in: zone)
            let query = request.query
            func href(_ path: String, _ name: String, _ time: Timestamp) -> String {
                path + QueryItems([("source", source.name), (name, zone.text(time))]).query
            }
            func replay(_ time: Timestamp) -> String {
                "/replay"
                    + query.setting("source", [source.name])
                    .setting("from", [zone.text(time)]).query
            }
            title = localized("Replay of \(source.name)")
            (sourceName, isSimulated) = (source.name, source.isSimulated)
            isPersonal = request.environment.hasStableIDs(source)
            url = source.apiPath + "/replay"
            (start, end) = (period.lowerBound.apiText, min(period.upperBound, now).apiText)
            (self.from, keptSince) = (from.apiText, kept.lowerBound.apiText)
            (self.zone, zoneNotice) = (zone.name, zone.notice)
            self.day = day.text
            moment = SystemTimeZone.text(ofLocal: zone.local(from))
            let previous = day.advanced(by: -1).period(in: zone)
            previousHref =
                previous.upperBound > kept.lowerBound
                ? replay(max(previous.lowerBound, kept.lowerBound)) : nil
            nextHref = period.upperBound <= now ? replay(period.upperBound) : nil
            listHref = href("/", "at", from)
            mapHref = href("/map", "at", from)
            reportHref = href("/report", "from", day.advanced(by: -7).start(in: zone))
            vehicle = query["vehicle"] ?? ""
            let chosen = query.all("state")
            states = VehicleState.allCases.map {
                Checkbox(
                    value: $0.rawValue, label: $0.name, isChecked: chosen.contains($0.rawValue))
            }
            (minBattery, maxBattery) = (query["min_battery"] ?? "", query["max_battery"] ?? "")
            search = query["search"] ?? ""
        }
    }

    var page: PageContext
    var replay: Replay
    var map: MapContext
}
