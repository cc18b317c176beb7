/// The field of a source with the stable ID of a vehicle, which is printed on its label.
///
/// GBFS requires feeds to rotate `vehicle_id` after trips, so the ID printed on the vehicle is
/// often only in its rental links.
public struct LabelField: Equatable, Sendable {
    enum Content: Equatable {
        /// A field of lists, by its name.
        case field(String)
        /// A property of the source, by its name.
        case property(String)
        /// Part of a rental link: the first group of a regular expression of RE2, or its whole match.
        case link(Platform, pattern: String)
    }

    /// The vehicle's ID in the feed (`vehicle_id`), declared stable.
    public static let vehicleID = LabelField(content: .field("vehicle_id"))

    let content: Content

    /// A rental link, by its name in GBFS (`rental_uris`).
    public enum Platform: String, CaseIterable, Sendable {
        case android
        case ios
        case web
    }

    /// The maximum length of a link in bytes; longer links are not searched.
    public static let linkLimit = 2048

    init(content: Content) { self.content = content }

    /// The field as the user typed it, with the name that lists have.
    public var text: String {
        switch content {
        case .field(let name): name
        case .property(let name): "property:" + name
        case .link(let platform, let pattern): "rental_uris.\(platform.rawValue):\(pattern)"
        }
    }
}
