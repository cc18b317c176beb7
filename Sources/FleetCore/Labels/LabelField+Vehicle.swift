extension LabelField {
    /// Fields that are no text, or not of the vehicle alone.
    private static let otherFields: Set<VehicleProperty> = [
        .source, .locatedByStation, .region, .rentalURIs, .rotatingID, .distance, .properties,
    ]

    /// Parses the name of a field of lists, `property:NAME`, or a link name and a regular
    /// expression, such as
    /// `rental_uris.android:code=([A-Z0-9]+)`.
    public init(_ text: String) throws(LabelFieldError) {
        if let property = VehicleProperty(text), !Self.otherFields.contains(property) {
            self.init(content: .field(property.name.description))
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "property", !parts[1].isEmpty {
            self.init(content: .property(String(parts[1])))
            return
        }
        let prefix = "rental_uris."
        guard parts.count == 2, parts[0].hasPrefix(prefix), !parts[1].isEmpty,
            let platform = Platform(rawValue: String(parts[0].dropFirst(prefix.count)))
        else {
            throw LabelFieldError(
                cause:
                    "write a field such as vehicle_id, code or name, or property:NAME, or android, "
                    + "ios or web and a pattern, as in rental_uris.web:code=([A-Z0-9]+)")
        }
        let pattern = String(parts[1])
        do throws(RegularExpression.PatternError) {
            _ = try RegularExpression(pattern)
        } catch {
            throw LabelFieldError(cause: error.cause)
        }
        self.init(content: .link(platform, pattern: pattern))
    }

    /// Returns a function that extracts the stable ID of a vehicle.
    public func idExtractor() -> (Vehicle) -> String? {
        switch content {
        case .field(let name):
            switch VehicleProperty(name) {
            case .vehicleID: return \.id
            case .code: return \.code
            // The name is the code if each vehicle has another one.
            case .name: return { $0.name ?? $0.code }
            case let field?:
                return { vehicle in
                    let text = field.value(of: vehicle, in: ListedSource()).plainText
                    return text.isEmpty ? nil : text
                }
            case nil: return { _ in nil }
            }
        case .property(let name): return { $0.properties[name] }
        case .link(let platform, let pattern):
            guard let pattern = try? RegularExpression(pattern) else { return { _ in nil } }
            return { vehicle in
                guard let link = vehicle.rentalURIs?.link(platform),
                    link.utf8.count <= Self.linkLimit
                else { return nil }
                return pattern.firstGroup(in: link)
            }
        }
    }
}

extension RentalURIs {
    fileprivate func link(_ platform: LabelField.Platform) -> String? {
        switch platform {
        case .android: android
        case .ios: ios
        case .web: web
        }
    }
}
