import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The pages of sites with their sensors.
struct SiteHandlers {
    func add(to routes: Routes) {
        routes.page(.sites) { try await list($0) }
        routes.page(.get, "/sites/:source/:id", .fleet) { try await site($0) }
    }

    private func list(_ request: UserRequest) async throws -> Response {
        let sources = try request.selectedSources()
        let query = try SiteQuery(request.query)
        var selected = try await request.environment.snapshots.read {
            try SelectedSites(query, of: sources, in: $0)
        }
        try await filter(&selected, request)
        let (sites, total) = (selected.elements, selected.total)
        let alarms = sites.count { $0.status.site.hasAlarm }
        let (title, isSeveral) = (request.title(of: sources), sources.count > 1)
        let filters = Self.filters(query, request)
        let page = SitesPage.Head(
            totalText: sites.count == total
                ? ShortText.count(total, "site") : Self.countText(sites.count, of: total),
            alarmText: alarms > 0 ? ShortText.count(alarms, "alarm") : nil,
            hasFilters: !filters.isEmpty, filters: filters,
            updated: selected.updatedAt.map(request.time),
            hasSelects: !selected.regionNames.isEmpty || selected.hasTypeCounts,
            hasRegions: !selected.regionNames.isEmpty,
            regions: SelectOption.options(selected.regionNames, query.regions),
            hasTypes: selected.hasTypeCounts,
            types: SelectOption.options(selected.typeNames, query.types),
            hidden: Self.hidden(request.query, selected),
            // Alarms first, then by name.
            sites: sites.sorted { $0.status.sortKey < $1.status.sortKey }
                .map { SitesPage.Row($0, request, showsSource: isSeveral) },
            empty: sites.isEmpty
                ? empty(of: total, title, selected, isSeveral, query, request) : nil)
        var frame = request.page(
            .sites, title: localized("Sites of \(title)"), of: sources)
        frame.unknownValues = selected.unknownValues.map { PageContext.UnknownValue($0) }
        frame.live = PageContext.Live(sources, request.style)
        return try request.html(
            "sites",
            SitesPage(
                page: frame, sitesPage: page,
                formats: isSeveral ? nil : Self.formats(sources[0], query, request)
            ))
    }

    /// Returns the items of the address that no field of the form has.
    private static func hidden(
        _ query: QueryItems, _ selected: SelectedSites
    ) -> [HiddenField] {
        query.items.filter {
            !($0.name == "region" && !selected.regionNames.isEmpty
                || $0.name == "type" && selected.hasTypeCounts)
        }.map(HiddenField.init)
    }

    /// Returns the text of a page without sites.
    /// - Parameter count: The number of sites that the address does not select.
    private static func countText(_ count: Int, of total: Int) -> String {
        total == 1
            ? localized("\(count) of 1 site")
            : localized("\(count) of \(total) sites")
    }

    private func empty(
        of count: Int, _ title: String, _ selected: SelectedSites, _ isSeveral: Bool,
        _ query: SiteQuery, _ request: UserRequest
    ) -> Empty {
        if selected.updatedAt == nil {
            return Empty(
                icon: "refresh", title: localized("Nothing to show yet"),
                text: localized("The stations of \(title) have not been read."))
        }
        guard count > 0 else {
            return Empty(
                icon: "site", title: localized("No sites"),
                text: isSeveral
                    ? localized("The feeds of \(title) have no stations or depots.")
                    : localized("The feed of \(title) has no stations or depots."))
        }
        let action = PageAction(
            href: "/sites" + request.query.removing("alarm", "unhandled", "region", "type").query,
            label: localized("Show all \(ShortText.count(count, "site"))"))
        guard !query.selectsPublished else {
            let isUncounted = !query.types.isEmpty && !selected.hasTypeCounts
            return Empty(
                icon: "site", title: localized("No sites"),
                text: isUncounted
                    ? localized("\(title) does not say which vehicle types are at its stations.")
                    : localized("No site matches the filters."), action: action)
        }
        return Empty(
            icon: "check", title: localized("No site in alarm"),
            text: localized("No sensor of \(title) is in alarm without a task or a snooze."),
            action: action)
    }

    /// Keeps the sites in alarm, or the unhandled ones in alarm, if the address selects them.
    private func filter(_ sites: inout SelectedSites, _ request: UserRequest) async throws {
        let isUnhandled = try request.query.flag("unhandled")
        guard try request.query.flag("alarm") || isUnhandled else { return }
        let handled = isUnhandled ? try await request.access.attention.handled() : [:]
        sites.filter { element in
            let site = element.status.site
            let handling = handled[element.source.uuid]?
                .handling(of: .site(site.id), in: .siteAlarm)
            return site.hasAlarm && handling == nil
        }
    }

    /// Returns the tags that clear the selection of the address.
    private static func filters(
        _ sites: SiteQuery, _ request: UserRequest
    ) -> [SitesPage.Filter] {
        let query = request.query
        var filters: [SitesPage.Filter] = []
        if query.has("alarm") || query.has("unhandled") {
            filters.append(
                SitesPage.Filter(
                    label: query.has("unhandled")
                        ? localized("in alarm, not taken or snoozed") : localized("in alarm"),
                    clearHref: "/sites" + query.removing("alarm", "unhandled").query))
        }
        func add(_ parameter: String, _ values: [String], _ label: (String) -> String) {
            guard !values.isEmpty else { return }
            filters.append(
                SitesPage.Filter(
                    label: label(TerminalText.escaped(values.joined(separator: ", "))),
                    clearHref: "/sites" + query.removing(parameter).query))
        }
        add("region", sites.regions) { localized("region \($0)") }
        add("type", sites.types) { localized("type \($0)") }
        return filters
    }

    private func site(_ request: UserRequest) async throws -> Response {
        let source = try request.source()
        let id = try request.parameter("id")
        let found = try await request.environment.snapshots.read {
            reader -> SelectedSites.Element? in
            guard let site = try reader.site(id, of: source.sites) else { return nil }
            let status = SiteStatus(
                site, vehicles: try reader.parkedVehicles(of: source.vehicles)[id],
                samples: try reader.samples(ofSite: id, of: source.sites))
            let feed = try reader.info(of: source.sites)?.feed
            return SelectedSites.Element(status, of: source, in: feed)
        }
        guard let found else { throw Problem.notFound }
        let name = found.status.site.name ?? found.status.site.id
        var frame = request.page(.sites, title: name, of: source)
        frame.live = PageContext.Live([source], request.style)
        return try request.html(
            "site",
            SiteDetailPage(
                page: frame, sitePage: SiteDetailPage.Detail(found, request),
                formats: Self.formats(source, site: id, request)))
    }

    private static func formats(
        _ source: PolledSource, _ query: SiteQuery = SiteQuery(), site: String? = nil,
        _ request: UserRequest
    ) -> Formats {
        let command = site.map { "show " + ShellWord.quoted($0) } ?? "list"
        let path =
            source.apiPath + "/sites" + (site.map { "/" + PercentEncoding.encoded($0) } ?? "")
        let items = query.regions.map { ("region", $0) } + query.types.map { ("type", $0) }
        let options = items.map { " --\($0.0) " + ShellWord.quoted($0.1) }.joined()
        return request.formats(
            path, QueryItems(items),
            command: "fleet site \(command) --source team:\(source.name)" + options)
    }
}

extension SiteStatus {
    /// Sites with an alarm first, then by name.
    fileprivate var sortKey: (Int, String, String) {
        (site.hasAlarm ? 0 : 1, site.name ?? site.id, site.id)
    }

    fileprivate var alarmLabel: String {
        alarms.count == 1
            ? alarms[0].quantity.label
            : ShortText.count(alarms.count, "alarm")
    }
}

/// The page `/sites`: the keys of the template `sites`.
private struct SitesPage {
    struct Filter {
        var label: String
        var clearHref: String
    }

    struct Head {
        var totalText: String
        var alarmText: String?
        var hasFilters: Bool
        var filters: [Filter]
        var updated: ShownTime?
        /// Whether the page has a form with regions or types.
        var hasSelects: Bool
        var hasRegions: Bool
        var regions: [SelectOption]
        var hasTypes: Bool
        var types: [SelectOption]
        var hidden: [HiddenField]
        var sites: [Row]
        var empty: Empty?
    }

    struct Row {
        var id: String
        /// Name of the source; absent on a page of one.
        var source: String?
        var href: String
        var name: String
        var address: String?
        /// Name of the region.
        var region: String?
        var hasAlarm: Bool
        var alarmLabel: String
        /// What it does not do.
        var service: String?
        var vehicles: String
        var capacity: String?
        /// The available vehicles by type.
        var available: String?
        var docks: String?
        var reported: ShownTime?
        var hasSensors: Bool
        /// Whether a sensor has a curve.
        var hasCurves: Bool
        var sensors: [Sensor]
        var vehiclesHref: String
        var siteMapHref: String?

        init(_ element: SelectedSites.Element, _ request: UserRequest, showsSource: Bool) {
            let (status, source) = (element.status, element.source)
            let site = status.site
            (id, self.source) = (site.id, showsSource ? source.name : nil)
            href = source.path(ofSite: site.id)
            name = site.name ?? site.id
            (address, region) = (site.address, element.region)
            hasAlarm = site.hasAlarm
            alarmLabel = status.alarmLabel
            service = site.serviceText
            vehicles = status.vehicles.map(ShortText.grouped) ?? "–"
            capacity = site.capacity.map(ShortText.grouped)
            (available, docks) = (element.types, element.docks)
            reported = site.lastReported.flatMap { $0.isWritable ? request.time($0) : nil }
            sensors = site.measurements.map {
                Sensor($0, status.samples[$0.quantity] ?? [])
            }
            hasSensors = !sensors.isEmpty
            hasCurves = sensors.contains { $0.spark != nil }
            vehiclesHref = source.vehiclesPath(atSite: site.id)
            siteMapHref = site.position.map {
                "/map"
                    + QueryItems([
                        ("source", source.name), ("focus", "\($0.latitude),\($0.longitude)"),
                    ]).query
            }
        }
    }

    struct Sensor {
        struct Spark {
            var path: String
            var text: String
            var thresholdY: String?
        }

        var label: String
        var value: String
        var threshold: String
        var isAlarm: Bool
        var spark: Spark?

        init(_ measurement: Measurement, _ samples: [Sample]) {
            label = measurement.quantity.label
            value = measurement.text
            threshold = measurement.thresholdText ?? "–"
            isAlarm = measurement.state == .alarm
            let limit = measurement.threshold?.maximum ?? measurement.threshold?.minimum
            guard
                let curve = Curve(
                    samples, limits: [limit].compactMap(\.self), width: 120, height: 24)
            else { return }
            spark = Spark(
                path: curve.path, text: curve.text(measurement.quantity),
                thresholdY: limit.map { curve.text(ofY: $0) })
        }
    }

    var page: PageContext
    var sitesPage: Head
    /// Absent for several sources.
    var formats: Formats?
}

/// The page of a site: the keys of the template `site`.
private struct SiteDetailPage {
    struct Sensor {
        var label: String
        var value: String
        var thresholdText: String
        var isAlarm: Bool
        var measured: ShownTime?
        var chart: Chart?

        init(_ measurement: Measurement, _ samples: [Sample], _ request: UserRequest) {
            let quantity = measurement.quantity
            label = quantity.label
            value = measurement.text
            thresholdText =
                measurement.thresholdText.map { localized("normal: \($0)") }
                ?? localized("no threshold")
            isAlarm = measurement.state == .alarm
            measured = measurement.measuredAt.flatMap { $0.isWritable ? request.time($0) : nil }
            let limits = [measurement.threshold?.minimum, measurement.threshold?.maximum]
                .compactMap(\.self)
            let known = samples.filter(\.value.isFinite)
            guard known.count > 1, let first = known.first, let last = known.last,
                first.at < last.at
            else { return }
            chart = Chart(
                Curve.text(of: known, quantity), [known],
                axis: ValueAxis(measurement, fitting: known, limits: limits),
                limits: limits.map { ($0, quantity.text(of: .number($0))) },
                period: first.at...last.at, time: request.time)
        }
    }

    struct Detail {
        var name: String
        var siteId: String
        var address: String?
        var hasAlarm: Bool
        var alarmLabel: String
        var service: String?
        var reported: ShownTime?
        var facts: [Fact]
        var sensors: [Sensor]
        var vehiclesHref: String
        var notesHref: String
        var newNoteHref: String

        init(_ element: SelectedSites.Element, _ request: UserRequest) {
            let (status, source) = (element.status, element.source)
            let site = status.site
            name = site.name ?? site.id
            siteId = site.id
            address = site.address
            hasAlarm = site.hasAlarm
            alarmLabel = status.alarmLabel
            service = site.serviceText
            reported = site.lastReported.flatMap { $0.isWritable ? request.time($0) : nil }
            func fact(_ label: String, _ value: String?) -> Fact? {
                value.map { Fact(label: label, value: $0) }
            }
            func yes(_ flag: Bool?) -> String? {
                flag.map { $0 ? localized("yes") : localized("no") }
            }
            facts = [
                fact(localized("Vehicles"), status.vehicles.map(ShortText.grouped)),
                fact(localized("Capacity"), site.capacity.map(ShortText.grouped)),
                fact(localized("Available by type"), element.types),
                fact(localized("Docks free"), element.docks),
                fact(localized("Disabled vehicles"), site.vehiclesDisabled.map(ShortText.grouped)),
                fact(localized("Installed"), yes(site.isInstalled)),
                fact(localized("Rents out"), yes(site.isRenting)),
                fact(localized("Accepts returns"), yes(site.isReturning)),
                fact(localized("Location"), site.position.map(ShortText.position)),
                fact(localized("Region"), element.region),
            ].compactMap(\.self)
            sensors = site.measurements.map {
                Sensor($0, status.samples[$0.quantity] ?? [], request)
            }
            vehiclesHref = source.vehiclesPath(atSite: site.id)
            let subject = QueryItems([("source", source.name), ("site", site.id)]).query
            (notesHref, newNoteHref) = ("/notes" + subject, "/notes/new" + subject)
        }
    }

    var page: PageContext
    var sitePage: Detail
    var formats: Formats
}

extension PolledSource {
    /// Path of the page of a site.
    func path(ofSite id: String) -> String { "/sites/\(name)/" + PercentEncoding.encoded(id) }

    /// Path of the list of the vehicles at a site.
    fileprivate func vehiclesPath(atSite id: String) -> String {
        "/" + QueryItems([("source", name), ("station", id)]).query
    }
}
