import FleetCore
import FleetSQL
import FleetService
import FleetTeam
import Hummingbird

/// The settings of one source: the keys of the template `admin_source`.
struct SourcePage {
    /// A bound of what needs attention.
    struct Bound {
        var name: String
        var label: String
        var value: String
        /// What would count now.
        var countText: String
        /// Whether it is only on or off.
        var isSwitch: Bool
        var isOn: Bool
    }

    /// A bound of the check over time.
    struct Limit {
        var limitName: String
        var meaning: String
        var value: String
        var usual: String
    }

    /// The bounds of the check over time, and where vehicles must be.
    struct Check {
        var limits: [Limit]
        var zones: [SelectOption]
        /// Whether it is shown without unfolding.
        var isOpen: Bool
        var href: String
    }

    /// The notices, prices and regions of the feed.
    struct System {
        struct Notice {
            var text: String
            var description: String?
            var link: String?
            /// When it begins; `nil` if it holds.
            var start: ShownTime?
        }

        struct Region {
            var name: String
            var countText: String?
        }

        var hasNotices: Bool
        var notices: [Notice]
        var hasPrices: Bool
        var prices: [String]
        var hasRegions: Bool
        var regions: [Region]
    }

    /// The rows of a source whose table was imported.
    struct Rows {
        var csvHref: String
        var xlsxHref: String
        var uploadAction: String
        var addAction: String
        var numbersAction: String
        /// How many rows have no ID; `nil` if all have one.
        var namelessText: String?
        var hasVersions: Bool
        /// The rows before they were replaced, the newest first.
        var versions: [Version]

        struct Version {
            var countText: String
            var replaced: ShownTime
            var href: String
        }
    }

    var name: String
    var isDefault: Bool
    /// `nil` for a source with a feed.
    var rows: Rows?
    /// `nil` for a source without a table.
    var columnForm: ColumnForm?
    /// `nil` if the feed has none.
    var system: System?
    /// The address and the name as they are, or as they were typed in a form that was refused.
    var location: String
    var access: AccessContext
    var newName: String
    var publishesPage: Bool
    var publishesGbfs: Bool
    var acceptsReports: Bool
    /// Whether it is a table, of which a location is chosen.
    var isTable: Bool
    var publishedLocations: [SelectOption]
    /// How many vehicles GBFS has; `nil` if it is not published.
    var publicationText: String?
    /// Whether the address for questions can be changed here.
    var canSetContact: Bool
    var contact: String
    var gbfsHref: String?
    var bounds: [Bound]
    var check: Check
    /// The setting; empty without one.
    var history: String
    /// How long changes are kept without a setting of the source.
    var defaultHistory: String
    /// Whether there is a history, which ends with another address.
    var hasHistory: Bool
    /// Whether a history is personal data, because its IDs are stable.
    var isPersonal: Bool
    var action: String
    var removeHref: String

    /// Returns the page.
    /// - Parameters:
    ///   - problem: Why a form of the page was refused.
    ///   - form: The form that was refused.
    static func response(
        _ request: UserRequest, _ source: PolledSource, _ problem: Problem? = nil,
        form: QueryItems = QueryItems()
    ) async throws -> Response {
        guard request.environment.sourceAdministration != nil else { throw Problem.notFound }
        let setting = request.environment.options.contact
        let contact = try await setting.address()
        let isPublishing = form["do"] == "publish"
        let shown =
            isPublishing
            ? Set(form.all("publish").compactMap(Source.Publication.init))
            : source.source.publications
        let action = "/admin/sources/" + source.uuid.text
        let isGBFS = source.source.publications.contains(.gbfs) && contact != nil
        let isTable = try await request.environment.snapshots.read {
            try $0.info(of: source.vehicles)?.feed.isTable == true
        }
        let imported = try await request.imported(of: source)
        let content = SourcePage(
            name: source.name, isDefault: request.environment.sources.all.first == source,
            rows: try await rows(of: source, imported, request, action: action),
            columnForm: ColumnForm(
                try await SourceColumn.all(of: source, imported, request), action: action, form),
            system: try await system(of: source, request),
            location: form["location"].map(SourcesPage.shown)
                ?? source.source.location.description,
            access: AccessContext(
                form, provider: source.source.provider,
                hasCredentials: source.source.credentialsRevision != nil),
            newName: form["name"] ?? source.name,
            publishesPage: shown.contains(.page), publishesGbfs: shown.contains(.gbfs),
            acceptsReports: shown.contains(.reports),
            isTable: isTable, publishedLocations: publishedLocations(of: source, form),
            publicationText: isGBFS ? try await publicationText(of: source, request) : nil,
            canSetContact: setting.canChange, contact: form["contact"] ?? contact ?? "",
            gbfsHref: isGBFS ? "/gbfs/\(source.name)/gbfs.json" : nil,
            bounds: try await bounds(of: source, form, request),
            check: try await Check(of: source, form, request),
            history: form["history"] ?? source.source.ownHistory?.text ?? "",
            defaultHistory: source.source.defaultHistory?.text ?? localized("nothing"),
            hasHistory: source.source.history != nil,
            isPersonal: request.environment.hasStableIDs(source), action: action,
            removeHref: action + "/remove")
        return try AdministrationPage(.sources, of: request, content, problem)
            .response("admin_source", request)
    }

    private static func publishedLocations(
        of source: PolledSource, _ form: QueryItems
    ) -> [SelectOption] {
        let selected = form["publish_location"] ?? source.source.publishedLocation.rawValue
        return Source.PublishedLocation.allCases.map {
            SelectOption(
                value: $0.rawValue, label: $0.label, isSelected: $0.rawValue == selected)
        }
    }

    private static func publicationText(
        of source: PolledSource, _ request: UserRequest
    ) async throws -> String? {
        try await request.environment.snapshots.readLong { reader in
            try reader.info(of: source.vehicles).map {
                try PublicationReport(source, $0, in: reader).text
            }
        }
    }

    private static func rows(
        of source: PolledSource, _ content: InventoryCollection.Content?, _ request: UserRequest,
        action: String
    ) async throws -> Rows? {
        guard source.source.location == .inventory else { return nil }
        let collection = try? request.inventory(of: source).rows
        let versions = (try await collection?.versions() ?? []).map { version in
            Rows.Version(
                countText: ShortText.count(version.count, "row"),
                replaced: request.time(version.replacedAt),
                href: action + "/versions/\(version.revision)")
        }
        let file = source.apiPath + "/inventory?format="
        let nameless = content?.namelessCount ?? 0
        return Rows(
            csvHref: file + "csv", xlsxHref: file + "xlsx", uploadAction: action + "/table",
            addAction: action + "/row", numbersAction: action + "/numbers",
            namelessText: nameless == 0
                ? nil : localized("\(ShortText.count(nameless, "row")) without an ID"),
            hasVersions: !versions.isEmpty, versions: versions)
    }

    private static func system(
        of source: PolledSource, _ request: UserRequest
    ) async throws -> System? {
        let now = request.environment.now()
        let (report, feed) = try await request.environment.snapshots.read { reader in
            (
                try reader.systemReport(of: source.vehicles, at: now),
                try reader.info(of: source.vehicles)?.feed
            )
        }
        guard !report.isEmpty else { return nil }
        return System(
            hasNotices: !report.notices.isEmpty,
            notices: report.notices.map { notice in
                let shown = PageContext.SystemNotice(notice.alert, of: feed)
                return System.Notice(
                    text: shown.text, description: shown.description, link: shown.link,
                    start: notice.start.map(request.time))
            },
            hasPrices: !report.prices.isEmpty, prices: report.prices.map(\.line),
            hasRegions: !report.regions.isEmpty,
            regions: report.regions.map { counted in
                System.Region(
                    name: counted.region.name,
                    countText: counted.vehicles.map { ShortText.count($0, "vehicle") })
            })
    }

    /// Returns the bounds, with what would count now by the typed ones as far as they are valid.
    private static func bounds(
        of source: PolledSource, _ form: QueryItems, _ request: UserRequest
    ) async throws -> [Bound] {
        let isRefused = form["do"] == "attention"
        var rules = source.source.attention
        if isRefused {
            for bound in AttentionBound.allCases {
                if let text = form[bound.rawValue] { try? bound.set(text, in: &rules) }
            }
        }
        let now = request.environment.now()
        let state = request.environment.sources.states(of: source).shown
        let (counts, sites) = try await request.environment.snapshots.read { [rules] reader in
            (
                try SourceAttention.counts(by: rules, of: source.vehicles, at: now, in: reader),
                rules.alarms
                    ? try reader.sites(of: source.sites).count(where: \.hasAlarm) : 0
            )
        }
        let isTable = state?.info?.feed.isTable == true
        return AttentionBound.allCases.map { bound in
            let vehicles = ShortText.count(bound.group.flatMap { counts[$0] } ?? 0, "vehicle")
            let text: String =
                switch bound {
                case .idle where isTable, .standstill where isTable:
                    FeedDescription.noMovement
                case .lowBattery, .idle: localized("\(vehicles) would count now")
                case .alarms:
                    localized("\(vehicles) and \(ShortText.count(sites, "site")) would count now")
                case .standstill:
                    (state?.info?.updatedAt).map {
                        localized("last change \(request.time($0).text)")
                    } ?? localized("not read yet")
                case .failing: localized("failures in a row, and time since the first one")
                }
            let typed = isRefused ? form[bound.rawValue] : nil
            return Bound(
                name: bound.rawValue, label: bound.label, value: typed ?? bound.text(in: rules),
                countText: text, isSwitch: bound == .alarms, isOn: rules.alarms)
        }
    }
}

extension SourcePage.Check {
    /// Most zones that are offered.
    private static let maxZones = 200

    /// - Parameter form: A form of the page that was refused.
    fileprivate init(
        of source: PolledSource, _ form: QueryItems, _ request: UserRequest
    ) async throws {
        isOpen = form["do"] == "check"
        let settings = source.source.check
        let typed = isOpen ? form : QueryItems()
        limits = CheckBound.allCases.map { bound in
            SourcePage.Limit(
                limitName: bound.rawValue, meaning: bound.meaning.capitalizedFirst,
                value: typed[bound.rawValue] ?? bound.text(settings.bounds[bound]),
                usual: bound.text(bound.standard))
        }
        let names = try await request.environment.snapshots.read {
            try $0.zoneNames(of: source.vehicles)
        }
        zones = SelectOption.options(
            names.prefix(Self.maxZones).map { ($0, TerminalText.limited($0)) },
            isOpen ? form["zone"] : settings.scope.name)
        href = source.checkPath
    }
}

extension ServerEnvironment {
    /// Returns whether the IDs of a source are known to be stable, so that a history of them is
    /// personal data.
    func hasStableIDs(_ source: PolledSource) -> Bool {
        source.source.hasStableIDs(
            observed: sources.states(of: source).vehicles?.info?.rotation ?? .unknown)
    }
}
