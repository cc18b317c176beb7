import FleetCore

/// A source in the preferences:
/// `{"location":…,"colorOf":{TYPE_ID:COLOR},"ids":"stable"|"rotating","labelField":…}`.
extension Source {
    init(settings: SettingsObject, folder: String) throws(SettingsFault) {
        guard let text = try settings.text("location") else {
            throw settings.wrong("location", "is missing")
        }
        guard let location = Location(text, relativeTo: folder) else {
            throw settings.wrong("location", "is no location")
        }
        self.init(
            location: location, colorMap: try ColorMap(settings: settings),
            rotation: try Self.rotation(in: settings),
            labelField: try Self.labelField(in: settings))
    }

    /// Puts in what differs from the source as it was read.
    func put(into fields: inout [String: Any], old: Source?) {
        if location != old?.location { fields["location"] = location.text }
        if colorMap != old?.colorMap ?? ColorMap() { colorMap.put(into: &fields) }
        if rotation != old?.rotation { fields["ids"] = Self.word(for: rotation) }
        if labelField != old?.labelField { fields["labelField"] = labelField?.text }
    }

    private static func labelField(in settings: SettingsObject) throws(SettingsFault) -> LabelField?
    {
        guard let text = try settings.text("labelField") else { return nil }
        guard let field = LabelField(text) else {
            throw settings.wrong("labelField", "is no field of a vehicle")
        }
        return field
    }

    private static func rotation(in settings: SettingsObject) throws(SettingsFault) -> IDRotation? {
        switch try settings.text("ids") {
        case nil: nil
        case "stable": .no
        case "rotating": .yes
        default: throw settings.wrong("ids", "is neither stable nor rotating")
        }
    }

    private static func word(for rotation: IDRotation?) -> String? {
        switch rotation {
        case .no: "stable"
        case .yes: "rotating"
        case .unknown, nil: nil
        }
    }
}

extension ColorMap {
    fileprivate init(settings: SettingsObject) throws(SettingsFault) {
        self.init()
        guard let types = try settings.object("colorOf") else { return }
        for type in types.fields.keys {
            guard let name = try types.text(type) else { continue }
            guard let color = VehicleColor(name) else { throw types.wrong(type, "is no color") }
            colors[type] = color
        }
    }

    fileprivate func put(into fields: inout [String: Any]) {
        fields["colorOf"] = colors.isEmpty ? nil : colors.mapValues(\.name)
    }
}
