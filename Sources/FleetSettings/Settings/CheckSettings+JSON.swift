import FleetCore

/// JSON format of the settings of a check, in that of a source.
extension CheckSettings {
    init(settings: SettingsObject) throws(SettingsError) {
        self.init()
        guard let check = try settings.object("check") else { return }
        if let texts = try check.object("bounds") {
            for bound in CheckBound.allCases {
                guard let text = try texts.string(bound.rawValue) else { continue }
                do throws(QuantityError) {
                    bounds[bound] = try bound.value(text)
                } catch {
                    throw texts.invalid(bound.rawValue, error.requirement)
                }
            }
        }
        if let zone = try check.string("zone") { scope = .zone(zone) }
        for silence in try check.objects("silences") ?? [] {
            silences.append(try Silence(settings: silence))
        }
    }

    func update(_ fields: inout [String: Any]) {
        var check: [String: Any] = [:]
        if !bounds.texts.isEmpty { check["bounds"] = bounds.texts }
        if case .zone(let name) = scope { check["zone"] = name }
        if !silences.isEmpty { check["silences"] = silences.map(\.fields) }
        fields["check"] = check.isEmpty ? nil : check
    }
}

extension CheckSettings.Silence {
    fileprivate init(settings: SettingsObject) throws(SettingsError) {
        guard let rule = try settings.string("rule").flatMap(CheckRule.init) else {
            throw settings.invalid("rule", "must be a rule of `fleet check`")
        }
        guard let until = try settings.string("until").flatMap({ LocalDay($0) }) else {
            throw settings.invalid("until", "must be a day such as 2026-12-31")
        }
        self.init(
            rule, in: try settings.string("document"),
            because: try settings.string("reason") ?? "", until: until)
    }

    fileprivate var fields: [String: Any] {
        var fields: [String: Any] = [
            "rule": rule.rawValue, "reason": reason, "until": until.text,
        ]
        fields["document"] = document
        return fields
    }
}
