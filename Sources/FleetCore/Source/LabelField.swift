/// The field of a source with the stable ID of a vehicle, which is printed on its label.
///
/// GBFS requires feeds to rotate `vehicle_id` after trips, so the ID printed on the vehicle is
/// often only in its rental links.
public enum LabelField: Equatable, Sendable {
    /// The vehicle's ID in the feed (`vehicle_id`), declared stable.
    case vehicleID
    /// The code that is visible on the vehicle (``Vehicle/code``).
    case code
    /// The name of the vehicle, which is the code if each vehicle has another one.
    case name
    /// A property of the source, by its name.
    case property(String)
    /// Part of a rental link: the first group of a regular expression of RE2, or its whole match.
    case link(Platform, pattern: String)

    /// A rental link, by its name in GBFS (`rental_uris`).
    public enum Platform: String, CaseIterable, Sendable {
        case android
        case ios
        case web
    }

    /// The maximum length of a link in bytes; longer links are not searched.
    public static let linkLimit = 2048

    /// Parses `vehicle_id`, `code`, `name`, `property:NAME`, or a link name and a regular
    /// expression, such as
    /// `rental_uris.android:code=([A-Z0-9]+)`.
    public init(_ text: String) throws(LabelFieldError) {
        if text == "vehicle_id" {
            self = .vehicleID
            return
        }
        if text == "code" || text == "name" {
            self = text == "code" ? .code : .name
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "property", !parts[1].isEmpty {
            self = .property(String(parts[1]))
            return
        }
        let prefix = "rental_uris."
        guard parts.count == 2, parts[0].hasPrefix(prefix), !parts[1].isEmpty,
            let platform = Platform(rawValue: String(parts[0].dropFirst(prefix.count)))
        else {
            throw LabelFieldError(
                cause:
                    "write vehicle_id, code, name or property:NAME, or android, ios or web and a "
                    + "pattern, as in "
                    + "rental_uris.web:code=([A-Z0-9]+)")
        }
        let pattern = String(parts[1])
        do throws(RegularExpression.PatternError) {
            _ = try RegularExpression(pattern)
        } catch {
            throw LabelFieldError(cause: error.cause)
        }
        self = .link(platform, pattern: pattern)
    }

    /// The field as the user typed it.
    public var text: String {
        switch self {
        case .vehicleID: "vehicle_id"
        case .code: "code"
        case .name: "name"
        case .property(let name): "property:" + name
        case .link(let platform, let pattern): "rental_uris.\(platform.rawValue):\(pattern)"
        }
    }

    /// Returns a function that extracts the stable ID of a vehicle.
    public func idExtractor() -> (Vehicle) -> String? {
        switch self {
        case .vehicleID: return \.id
        case .code: return \.code
        case .name: return { $0.name ?? $0.code }
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
