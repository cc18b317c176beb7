import FleetCore
import Foundation

/// JSON format of a source in the preferences: `{"uuid":…,"location":…,"credentials":REVISION,
/// "colorOf":{TYPE_ID:COLOR},"ids":"stable"|"rotating","labelField":…,"aliases":[NAME],
/// "publish":["page","gbfs"],"publishLocation":"row"|"sighting","publicHostsOnly":true,
/// "mds":true,"language":"de",
/// "table":{"sheet":NAME,"columns":["id=Asset tag"],"omitted":[HEADING],
/// "visibilities":{HEADING:"administrators"}},
/// "inventory":{"location":…,"match":"id"|"code"|"label", and the members of "table"},
/// "history":"30d"|"off","budget":{"document":"512MiB"},"attention":{"low_battery":"20%"},
/// "check":{"bounds":{"jump":"40%"},"zone":NAME,
/// "silences":[{"rule":NAME,"document":NAME,"reason":TEXT,"until":"2026-12-31"}]}}`.
///
/// A source without a UUID has that of its name; the next change of the preferences stores it.
extension Source {
    init(settings: SettingsObject, folder: String) throws(SettingsError) {
        guard let text = try settings.string("location") else {
            throw settings.invalid("location", "is missing")
        }
        guard let location = Location(text, relativeTo: folder) else {
            throw settings.invalid("location", "is not a valid location")
        }
        self.init(
            location: location, colorMap: try ColorMap(settings: settings),
            rotation: try Self.rotation(in: settings),
            labelField: try Self.labelField(in: settings),
            uuid: try settings.uuid("uuid"))
        credentialsRevision = try settings.uuid("credentials")
        aliases = try settings.strings("aliases") ?? []
        publicHostsOnly = try settings.bool("publicHostsOnly") ?? false
        for declared in Provider.declarable where try settings.bool(declared.rawValue) ?? false {
            provider = declared
        }
        if let text = try settings.string("language") {
            guard let tag = LanguageTag(text) else {
                throw settings.invalid("language", "must be a language tag such as de")
            }
            language = tag
        }
        try readPublications(settings)
        if let text = try settings.string("history") {
            do throws(QuantityError) {
                ownHistory = try HistoryChoice(text)
            } catch {
                throw settings.invalid("history", error.requirement)
            }
        }
        attention = try AttentionRules(settings: settings)
        check = try CheckSettings(settings: settings)
        table = try TableSettings(settings: settings.object("table"))
        assets = try AssetList(settings: settings.object("inventory"), folder: folder)
        budget = try SourceBudget(settings: settings)
    }

    private mutating func readPublications(_ settings: SettingsObject) throws(SettingsError) {
        for name in try settings.strings("publish") ?? [] {
            guard let publication = Publication(rawValue: name) else {
                throw settings.invalid("publish", "must contain only page, gbfs and reports")
            }
            publications.insert(publication)
        }
        if let name = try settings.string("publishLocation") {
            guard let location = PublishedLocation(rawValue: name) else {
                throw settings.invalid("publishLocation", "must be none, row or sighting")
            }
            publishedLocation = location
        }
    }

    /// Updates the fields that differ from the source as it was read.
    func update(_ fields: inout [String: Any], old: Source?) {
        fields["uuid"] = uuid?.uuidString.lowercased()
        fields["credentials"] = credentialsRevision?.uuidString.lowercased()
        if location != old?.location { fields["location"] = location.text }
        if colorMap != old?.colorMap ?? ColorMap() { colorMap.update(&fields) }
        if rotation != old?.rotation { fields["ids"] = Self.string(for: rotation) }
        if labelField != old?.labelField { fields["labelField"] = labelField?.text }
        if publications != old?.publications ?? [] {
            fields["publish"] = publications.isEmpty ? nil : publications.map(\.rawValue).sorted()
        }
        if publishedLocation != old?.publishedLocation ?? .hidden {
            fields["publishLocation"] =
                publishedLocation == .hidden ? nil : publishedLocation.rawValue
        }
        if publicHostsOnly != old?.publicHostsOnly ?? false {
            fields["publicHostsOnly"] = publicHostsOnly ? true : nil
        }
        for declared in Provider.declarable where provider != old?.provider ?? .detected {
            fields[declared.rawValue] = provider == declared ? true : nil
        }
        if language != old?.language { fields["language"] = language?.text }
        if ownHistory != old?.ownHistory { fields["history"] = ownHistory?.text }
        if attention != old?.attention ?? AttentionRules() { attention.update(&fields) }
        if check != old?.check ?? CheckSettings() { check.update(&fields) }
        if table != old?.table ?? TableSettings() {
            fields["table"] = table.members.isEmpty ? nil : table.members
        }
        if assets != old?.assets { fields["inventory"] = assets?.members }
        if budget != old?.budget ?? SourceBudget() {
            fields["budget"] = budget.texts.isEmpty ? nil : budget.texts
        }
        if aliases != old?.aliases ?? [] { fields["aliases"] = aliases.isEmpty ? nil : aliases }
    }

    private static func labelField(in settings: SettingsObject) throws(SettingsError) -> LabelField?
    {
        guard let text = try settings.string("labelField") else { return nil }
        do throws(LabelFieldError) {
            return try LabelField(text)
        } catch {
            throw settings.invalid("labelField", "is not a vehicle field: \(error.cause)")
        }
    }

    private static func rotation(in settings: SettingsObject) throws(SettingsError) -> IDRotation? {
        switch try settings.string("ids") {
        case nil: nil
        case "stable": .no
        case "rotating": .yes
        default: throw settings.invalid("ids", "must be stable or rotating")
        }
    }

    private static func string(for rotation: IDRotation?) -> String? {
        switch rotation {
        case .no: "stable"
        case .yes: "rotating"
        case .unknown, nil: nil
        }
    }
}

extension TableSettings {
    fileprivate init(settings table: SettingsObject?) throws(SettingsError) {
        self.init()
        guard let table else { return }
        sheet = try table.string("sheet")
        for text in try table.strings("columns") ?? [] {
            guard let column = Column(text) else {
                throw table.invalid("columns", "must be fields with headings, such as id=Asset tag")
            }
            columns.append(column)
        }
        omitted = try table.strings("omitted") ?? []
        guard let visibilities = try table.object("visibilities") else { return }
        for heading in visibilities.fields.keys {
            guard let name = try visibilities.string(heading) else { continue }
            guard let visibility = ValueVisibility(rawValue: name) else {
                throw visibilities.invalid(
                    heading, "must be everyone, members or administrators")
            }
            self.visibilities[heading] = visibility
        }
    }

    fileprivate var members: [String: Any] {
        var table: [String: Any] = [:]
        table["sheet"] = sheet
        if !columns.isEmpty { table["columns"] = columns.map(\.option) }
        if !omitted.isEmpty { table["omitted"] = omitted }
        if !visibilities.isEmpty { table["visibilities"] = visibilities.mapValues(\.rawValue) }
        return table
    }
}

extension AssetList {
    fileprivate init?(settings: SettingsObject?, folder: String) throws(SettingsError) {
        guard let settings else { return nil }
        guard
            let location = try settings.string("location").flatMap({
                Location($0, relativeTo: folder)
            })
        else { throw settings.invalid("location", "is not a valid location") }
        let match = try settings.string("match").map(Match.init(rawValue:)) ?? .id
        guard let match else {
            throw settings.invalid("match", "must be id, code or label")
        }
        self.init(
            location: location, match: match, table: try TableSettings(settings: settings))
    }

    fileprivate var members: [String: Any] {
        var members = table.members
        (members["location"], members["match"]) = (location.text, match.rawValue)
        return members
    }
}

extension SourceBudget {
    /// Reads the parts that have a value of their own, as text.
    fileprivate init(settings: SettingsObject) throws(SettingsError) {
        self.init()
        guard let texts = try settings.object("budget") else { return }
        for measure in Measure.allCases {
            guard let text = try texts.string(measure.rawValue) else { continue }
            do throws(QuantityError) {
                set(measure, to: try measure.value(text))
            } catch {
                throw texts.invalid(measure.rawValue, error.requirement)
            }
        }
    }
}

extension AttentionRules {
    /// Reads the bounds that differ from the default ones, as text.
    fileprivate init(settings: SettingsObject) throws(SettingsError) {
        self.init()
        guard let bounds = try settings.object("attention") else { return }
        for bound in AttentionBound.allCases {
            guard let text = try bounds.string(bound.rawValue) else { continue }
            do throws(QuantityError) {
                try bound.set(text, in: &self)
            } catch {
                throw bounds.invalid(bound.rawValue, error.requirement)
            }
        }
    }

    fileprivate func update(_ fields: inout [String: Any]) {
        let standard = AttentionRules()
        let changed = AttentionBound.allCases.filter {
            $0.text(in: self) != $0.text(in: standard)
        }
        fields["attention"] =
            changed.isEmpty
            ? nil
            : Dictionary(uniqueKeysWithValues: changed.map { ($0.rawValue, $0.text(in: self)) })
    }
}

extension ColorMap {
    fileprivate init(settings: SettingsObject) throws(SettingsError) {
        self.init()
        guard let types = try settings.object("colorOf") else { return }
        for type in types.fields.keys {
            guard let name = try types.string(type) else { continue }
            guard let color = VehicleColor(name) else {
                throw types.invalid(type, "is not a valid color")
            }
            colors[type] = color
        }
    }

    fileprivate func update(_ fields: inout [String: Any]) {
        fields["colorOf"] = colors.isEmpty ? nil : colors.mapValues(\.name)
    }
}
