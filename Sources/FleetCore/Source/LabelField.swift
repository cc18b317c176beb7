/// The field of a source with the stable ID of a vehicle, which is printed on its label.
///
/// GBFS requires feeds to rotate `vehicle_id` after trips, so the ID printed on the vehicle is
/// often only in its rental links.
public struct LabelField: Equatable, Sendable {
    private enum Content: Equatable {
        /// A field of lists, or a property of the source.
        case listed(ListedField)
        /// Part of a rental link: the first group of a regular expression of RE2, or its whole match.
        case link(Platform, pattern: String)
    }

    /// The vehicle's ID in the feed (`vehicle_id`), declared stable.
    public static let vehicleID = LabelField(content: .listed(.standard(.vehicleID)))

    private let content: Content

    /// A rental link, by its name in GBFS (`rental_uris`).
    public enum Platform: String, CaseIterable, Sendable {
        case android
        case ios
        case web
    }

    /// The maximum length of a link in bytes; longer links are not searched.
    public static let linkLimit = 2048

    /// Fields that are no text, or not of the vehicle alone.
    private static let otherFields: Set<VehicleProperty> = [
        .source, .locatedByStation, .region, .rentalURIs, .rotatingID, .distance, .properties,
    ]

    private init(content: Content) { self.content = content }

    /// Parses the name of a field of lists, `property:NAME`, or a link name and a regular
    /// expression, such as
    /// `rental_uris.android:code=([A-Z0-9]+)`.
    public init(_ text: String) throws(LabelFieldError) {
        if let property = VehicleProperty(text), !Self.otherFields.contains(property) {
            content = .listed(.standard(property))
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "property", !parts[1].isEmpty {
            content = .listed(.custom(String(parts[1])))
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
        content = .link(platform, pattern: pattern)
    }

    /// The field as the user typed it, with the name that lists have.
    public var text: String {
        switch content {
        case .listed(.standard(let property)): property.name.description
        case .listed(.custom(let name)): "property:" + name
        case .link(let platform, let pattern): "rental_uris.\(platform.rawValue):\(pattern)"
        }
    }

    /// Returns a function that extracts the stable ID of a vehicle.
    public func idExtractor() -> (Vehicle) -> String? {
        switch content {
        case .listed(.standard(.vehicleID)): return \.id
        case .listed(.standard(.code)): return \.code
        // The name is the code if each vehicle has another one.
        case .listed(.standard(.name)): return { $0.name ?? $0.code }
        case .listed(let field):
            return { vehicle in
                let text = field.value(of: vehicle, in: ListedSource()).plainText
                return text.isEmpty ? nil : text
            }
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
