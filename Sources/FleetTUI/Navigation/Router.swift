/// Screen of the browser.
public enum Route: Hashable, Sendable {
    /// List of vehicles, the bottom screen.
    case list
    /// Map of vehicles.
    case map
    /// Details of the vehicle with this ID.
    case vehicle(String)
    /// Notes about vehicles.
    case notes
    /// List of depots and stations.
    case sites
    /// Sensors of the site with this ID.
    case site(String)
    /// Vehicle events.
    case events
    /// Filter of the list and the map.
    case filter
    /// Columns of the list.
    case columns
    /// Keys of the current screen.
    case help

    private static let named: [(name: String, route: Route)] = [
        ("list", .list), ("map", .map), ("notes", .notes), ("sites", .sites), ("events", .events),
        ("filter", .filter), ("help", .help),
    ]

    /// Names of the screens, without those of one vehicle or site.
    public static let names = named.map(\.name)

    /// Parses one of ``names``, `vehicle/ID` or `site/ID`.
    public init?(_ text: String) {
        if let named = Self.named.first(where: { $0.name == text }) {
            self = named.route
        } else if let id = Self.id(after: "vehicle/", in: text) {
            self = .vehicle(id)
        } else if let id = Self.id(after: "site/", in: text) {
            self = .site(id)
        } else {
            return nil
        }
    }

    /// Returns the non-empty text after a prefix.
    private static func id(after prefix: String, in text: String) -> String? {
        guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
        return String(text.dropFirst(prefix.count))
    }

    /// Returns whether both are the same screen, even if of different vehicles or sites.
    fileprivate func isSameScreen(as other: Route) -> Bool {
        switch (self, other) {
        case (.vehicle, .vehicle), (.site, .site): true
        default: self == other
        }
    }

    /// Whether it fills the whole terminal and other screens open on top of it.
    var isBaseScreen: Bool { [.list, .map, .sites].contains(self) }

    /// Whether it shows the site feed.
    var showsSites: Bool {
        switch self {
        case .sites, .site: true
        default: false
        }
    }
}

/// Stack of screens, with the list at the bottom.
///
/// A screen is in the stack at most once: going to it moves it to the front, so that going back
/// leads to the screen where the user was. Going to the list closes all others.
public struct Router: Equatable, Sendable {
    /// Screens, the front one last.
    public private(set) var stack: [Route] = [.list]

    /// Creates a router with the list and a screen on top of it.
    public init(_ route: Route = .list) {
        go(to: route)
    }

    /// Front screen.
    public var current: Route { stack[stack.count - 1] }

    /// Goes to a screen.
    public mutating func go(to route: Route) {
        stack.removeAll { route == .list || route.isSameScreen(as: $0) }
        stack.append(route)
    }

    /// Leaves the front screen unless it is the list; returns whether it did.
    @discardableResult
    public mutating func back() -> Bool {
        guard stack.count > 1 else { return false }
        stack.removeLast()
        return true
    }

    /// Topmost screen that fills the whole terminal.
    public var baseScreen: Route { stack.last(where: \.isBaseScreen) ?? .list }
}
