import FleetClient
package import FleetCore
package import FleetRuntime
package import FleetSettings

/// Settings of a source as text or JSON, without secrets.
package struct SourceReport {
    package let name: String
    let source: Source
    private(set) var isDefault: Bool
    /// Credentials, of which only the names are reported.
    package var credentials: Credentials?
    /// The notices, prices, regions and zones; `nil` if the source was never read.
    package var system: SystemReport?
    /// The stored snapshot of its vehicles, or else of its sites; `nil` without one.
    package var stored: SnapshotInfo?

    package init?(_ name: String, in preferences: Preferences) {
        guard let source = preferences.sources[name] else { return nil }
        self.name = name
        self.source = source
        isDefault = preferences.defaultSource == name
    }

    /// Returns the reports of all sources: those of the home, and those of a team's server.
    package static func all(
        in preferences: Preferences, login: TeamLogin?
    ) throws -> [SourceReport] {
        var reports = preferences.sourceNames.compactMap { SourceReport($0, in: preferences) }
        guard let login else { return reports }
        for index in reports.indices where login.defaultSource != nil {
            reports[index].isDefault = false
        }
        return try reports
            + login.sources.map { try SourceReport(TeamSource(login: login, source: $0)) }
    }

    /// Creates the report of a source of a team's server.
    init(_ team: TeamSource) throws {
        (name, source, credentials) = (team.label, try team.definition(), team.credentials)
        isDefault = team.source.id == team.login.defaultSource
    }

    /// Returns all settings of the source.
    package func rendered(_ format: ReportFormat) -> String {
        switch format {
        case .json: json.text.string + "\n"
        case .text:
            settings.map { name, value in
                "\(name): \(TerminalText.escaped(value))\n"
            }.joined()
        }
    }

    private static var columns: [RecordList.Column<SourceReport>] {
        [
            .init("name") { .text($0.name) },
            .init("location") { .text($0.source.location.description) },
            .init("default") { .flag($0.isDefault) },
            .init("ids") { FieldValue($0.source.rotation.map(text)) },
            .init("label_field") { FieldValue($0.source.labelField?.text) },
            .init("color_of") { $0.colorTexts.map { .texts($0) } ?? .absent },
            .init("fetched_at") { FieldValue($0.stored?.fetchedAt) },
            .init("last_updated") { FieldValue($0.stored?.feed.lastUpdated) },
        ]
    }

    /// Names of the fields of a list of sources.
    package static var fieldNames: [String] { columns.map(\.name) }

    /// Returns a list of all sources; in a table a star marks the default source, and once any was
    /// read, there are the ages of the snapshots and of their data.
    package static func list(_ reports: [SourceReport], now: Timestamp) -> RecordList {
        let hasAges = reports.contains { $0.stored != nil }
        func age(_ time: Timestamp?) -> String {
            time.map { ShortText.age(of: $0, now: now) ?? LocalTime.text($0) } ?? ""
        }
        return RecordList(
            "sources", columns: columns, rows: reports,
            table: [
                .init("") { $0.isDefault ? "*" : "" },
                .init("NAME") { $0.name },
                .init("LOCATION") { TerminalText.escaped($0.source.location.shown) },
                .init("READ", isShown: hasAges) { age($0.stored?.fetchedAt) },
                .init("DATA", isShown: hasAges) { age($0.stored?.feed.lastUpdated) },
            ])
    }

    private var colorTexts: [String]? {
        colors.isEmpty ? nil : colors.map { "\($0.type)=\($0.color)" }
    }

    private var settings: [(String, String)] {
        var settings = [
            ("name", name), ("location", source.location.shown),
            ("default", isDefault ? "yes" : "no"),
        ]
        settings += source.aliases.map { ("former name", $0) }
        settings += colors.map { ("color of \($0.type)", $0.color) }
        settings += source.rotation.map { [("ids", Self.text($0))] } ?? []
        settings += source.labelField.map { [("label field", $0.text)] } ?? []
        settings += source.language.map { [("language", $0.text)] } ?? []
        settings += assetTexts + tableTexts
        settings += source.publications.map(\.rawValue).sorted().map { ("publishes", $0) }
        if hasPublishedLocation {
            settings.append(("published location", source.publishedLocation.rawValue))
        }
        if isTable { settings.append(("movement", "none, since the source is a table")) }
        settings += attention.map { ("attention: " + $0.name, $0.text) }
        settings += source.check.texts
        if let choice = source.ownHistory {
            settings.append(("history", choice.text))
        } else if let history = source.defaultHistory {
            settings.append(("history", history.text + " (default)"))
        }
        settings += budget.map { ("budget: " + $0.name, $0.text) }
        settings +=
            source.provider.dialect.map { [("asks for", "a version of \($0.rawValue)")] } ?? []
        if source.publicHostsOnly { settings.append(("hosts", "only on the public internet")) }
        settings += secretNames.map { ("sends", $0) }
        settings += (credentials?.authOrigins ?? []).map { ("also sends to", $0) }
        return settings + (system.map(Self.lines) ?? [])
    }

    /// Returns a line for each notice, price, region and zone.
    private static func lines(_ system: SystemReport) -> [(String, String)] {
        var lines: [(String, String)] = []
        for notice in system.notices {
            let times = notice.start.map { " (from \(LocalTime.text($0)))" } ?? ""
            lines.append(
                (notice.start == nil ? "notice" : "announced", notice.alert.line + times))
        }
        for price in system.prices { lines.append(("price", price.line)) }
        for counted in system.regions {
            let count = counted.vehicles.map { ", " + ShortText.count($0, "vehicle") } ?? ""
            lines.append(("region", counted.region.name + count))
        }
        return lines + Self.lines(system.zones)
    }

    /// Maximum number of zones in the text; JSON has all of them.
    private static let maxZones = 200

    /// Returns a line for each zone, and for the rules outside of them.
    private static func lines(_ map: ZoneMap) -> [(String, String)] {
        var lines = map.zones.prefix(maxZones).map {
            ("zone", TerminalText.limited($0.name) + ": " + $0.ruleText)
        }
        if map.zones.count > maxZones {
            lines.append(("zone", "… and \(map.zones.count - maxZones) more with --json"))
        }
        if !map.globalRules.isEmpty {
            lines.append(("everywhere else", Zone.text(of: map.globalRules)))
        }
        return lines
    }

    /// How the table of the source, or the asset list beside its feed, is read: the settings, and
    /// what was recognized.
    private var tableTexts: [(String, String)] {
        let table = source.assets?.table ?? source.table
        let found = stored?.feed.table
        let columns =
            table.columns
            + (found?.columns ?? []).filter { column in
                !table.columns.contains { $0.field == column.field }
            }
        let visibilities = (stored?.feed.properties ?? []).map {
            ("property", $0.visibility == .everyone ? $0.name : "\($0.name) (\($0.visibility))")
        }
        return ((table.sheet ?? found?.sheet).map { [("sheet", $0)] } ?? [])
            + columns.map { ("column", $0.option) } + table.omitted.map { ("omitted column", $0) }
            + visibilities
    }

    /// Where the asset list is, and how it fits the vehicles.
    private var assetTexts: [(String, String)] {
        guard let assets = source.assets else { return [] }
        return [
            ("asset list", assets.location.description),
            ("matched by", assets.match.rawValue),
        ] + (stored?.feed.assets.map { [("rows", $0.text)] } ?? [])
    }

    private var assetJSON: JSONObjectWriter? {
        source.assets.map { assets in
            var object = JSONObjectWriter()
            object.add("location", assets.location.description)
            object.add("match", assets.match.rawValue)
            guard let match = stored?.feed.assets else { return object }
            object.add("rows", match.rows)
            object.add("unmatched", match.unmatched)
            object.add("unmatched_ids", match.unmatchedIDs)
            object.add("unlisted", match.unlisted)
            return object
        }
    }

    private var tableJSON: JSONObjectWriter {
        var object = JSONObjectWriter()
        let texts = Dictionary(grouping: tableTexts, by: \.0)
        for (name, values) in texts.sorted(by: { $0.key < $1.key }) {
            object.add(name.replacing(" ", with: "_"), .texts(values.map(\.1)))
        }
        return object
    }

    /// Whether it matters which location of its vehicles is published.
    private var hasPublishedLocation: Bool {
        isTable && source.publications.contains(.gbfs) || source.publishedLocation != .hidden
    }

    private var isTable: Bool { stored?.feed.isTable ?? false }

    /// The bounds of what needs attention, as far as they apply.
    private var attention: [(name: String, text: String)] {
        let rules = source.attention.applying(to: stored?.feed)
        let usual = AttentionRules().applying(to: stored?.feed)
        return AttentionBound.allCases.filter { $0.text(in: rules) != $0.text(in: usual) }
            .map { ($0.rawValue.replacing("_", with: " "), $0.text(in: rules)) }
    }

    /// The parts of the budget that have a value of their own.
    private var budget: [(name: String, text: String)] {
        source.budget.texts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("name", name)
        object.add("location", source.location.description)
        object.add("default", isDefault)
        object.add("ids", source.rotation.map(Self.text))
        object.add("label_field", source.labelField?.text)
        object.add("language", source.language?.text)
        object.add("color_of", colorTexts)
        object.add("table", tableJSON.isEmpty ? nil : tableJSON)
        object.add("inventory", assetJSON)
        object.add(
            "publish",
            source.publications.isEmpty ? nil : source.publications.map(\.rawValue).sorted())
        object.add(
            "publish_location", hasPublishedLocation ? source.publishedLocation.rawValue : nil)
        if source.attention != AttentionRules() {
            var bounds = JSONObjectWriter()
            bounds.add("low_battery", source.attention.lowBattery)
            bounds.add("idle_seconds", source.attention.idle.map { Double($0.milliseconds) / 1000 })
            bounds.add("alarms", source.attention.alarms)
            bounds.add(
                "standing_seconds",
                source.attention.standstill.map { Double($0.milliseconds) / 1000 })
            bounds.add("failing_after", source.attention.failing?.text)
            object.add("attention", bounds)
        }
        object.add("check", source.check.json)
        object.add("history", source.history?.text)
        if !budget.isEmpty {
            var parts = JSONObjectWriter()
            for part in budget { parts.add(part.name, .text(part.text)) }
            object.add("budget", parts)
        }
        if source.provider != .detected { object.add(source.provider.rawValue, .flag(true)) }
        object.add("public_hosts_only", source.publicHostsOnly ? true : nil)
        object.add("sends", secretNames.isEmpty ? nil : secretNames)
        object.add("auth_origins", credentials?.authOrigins)
        object.add("aliases", source.aliases.isEmpty ? nil : source.aliases)
        system?.add(to: &object)
        return object
    }

    private var colors: [(type: String, color: String)] {
        source.colorMap.colors.map { ($0.key, $0.value.name) }
            .sorted { ByteOrder.precedes($0.0, $1.0) }
    }

    private var secretNames: [String] {
        guard let credentials else { return [] }
        return credentials.headers.map { "header \($0.name)" }
            + credentials.queryItems.keys.sorted().map { "query key \($0)" }
            + (credentials.bearerVariable.map { ["bearer token of $\($0)"] } ?? [])
            + (credentials.tokenGrant.map {
                ["tokens from \(Location.redacted($0.address)) for \($0.clientID)"]
            } ?? [])
            + (credentials.tokenSigning.map {
                ["tokens signed with the key \($0.keyID) by \($0.issuer) for \($0.audience)"]
            } ?? [])
            + credentials.queryVariables.sorted { $0.key < $1.key }
            .map { "query key \($0.key) of $\($0.value)" }
    }

    private static func text(_ rotation: IDRotation) -> String {
        switch rotation {
        case .yes: "rotating"
        case .no: "stable"
        case .unknown: "unknown"
        }
    }
}

extension SourceReport {
    /// Returns the report of a source of a team's server; `nil` for one of this home.
    /// - Parameter name: The name, `team:NAME` for one of a server; `nil` for the default source.
    package static func ofTeam(
        _ name: String?, in context: CommandContext
    ) async throws -> SourceReport? {
        guard name?.hasPrefix(TeamSource.prefix) ?? true,
            let team = try TeamSource.find(name, in: await TeamAccount(in: context).login())
        else { return nil }
        return try SourceReport(team)
    }
}
