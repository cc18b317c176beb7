/// Where a source keeps the permanent code of a vehicle, which goes on its label.
///
/// GBFS asks feeds to change `vehicle_id` after trips, so the code on the vehicle often stands in
/// its rental links only.
public enum LabelField: Equatable, Sendable {
    /// The vehicle's code in the feed (`vehicle_id`), said to be permanent.
    case vehicleID
    /// A part of a rental link: the first group of a regular expression, or all that it finds.
    case link(Platform, pattern: String)

    /// Which of the rental links is meant, by its name in GBFS (`rental_uris`).
    public enum Platform: String, CaseIterable, Sendable {
        case android
        case ios
        case web
    }

    /// Links longer than this many bytes hold no code: no pattern is tried on them.
    public static let linkLimit = 2048

    /// Reads `vehicle_id`, or a link's name and a regular expression, such as
    /// `rental_uris.android:code=([A-Z0-9]+)`; `nil` for anything else.
    public init?(_ text: String) {
        if text == "vehicle_id" {
            self = .vehicleID
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = "rental_uris."
        guard parts.count == 2, parts[0].hasPrefix(prefix), !parts[1].isEmpty,
            let platform = Platform(rawValue: String(parts[0].dropFirst(prefix.count))),
            (try? Regex<AnyRegexOutput>(String(parts[1]))) != nil
        else { return nil }
        self = .link(platform, pattern: String(parts[1]))
    }

    /// The field as it was given.
    public var text: String {
        switch self {
        case .vehicleID: "vehicle_id"
        case .link(let platform, let pattern): "rental_uris.\(platform.rawValue):\(pattern)"
        }
    }

    /// Finds the permanent codes of vehicles.
    public func finder() -> (Vehicle) -> String? {
        switch self {
        case .vehicleID: return \.id
        case .link(let platform, let pattern):
            guard let regex = try? Regex<AnyRegexOutput>(pattern) else { return { _ in nil } }
            return { vehicle in
                guard let link = vehicle.rentalURIs?.link(platform),
                    link.utf8.count <= Self.linkLimit,
                    let match = try? regex.firstMatch(in: link)
                else { return nil }
                let group = match.output.count > 1 ? match.output[1] : match.output[0]
                return group.substring.map(String.init)
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
