/// A screen that a person can go to.
public enum Route: Hashable, Sendable {
    /// The vehicles as a list; the first of all screens.
    case list
    /// The vehicles on a map.
    case map
    /// All that is known of the vehicle with this code.
    case vehicle(String)
    /// What people wrote about vehicles.
    case notes
    /// The depots and stations as a list.
    case sites
    /// What the sensors of the site with this identifier tell.
    case site(String)
    /// What happens to vehicles.
    case events
    /// What the list and the map are narrowed to.
    case filter
    /// The keys that work here and now.
    case help

    /// Reads a place as a person writes it: `list`, `map`, `notes`, `sites`, `events`, `filter`,
    /// `help`, `vehicle/CODE`, `site/ID`.
    public init?(_ text: String) {
        switch text {
        case "list": self = .list
        case "map": self = .map
        case "notes": self = .notes
        case "sites": self = .sites
        case "events": self = .events
        case "filter": self = .filter
        case "help": self = .help
        default:
            if let id = Self.name("vehicle/", in: text) {
                self = .vehicle(id)
            } else if let id = Self.name("site/", in: text) {
                self = .site(id)
            } else {
                return nil
            }
        }
    }

    /// What follows a beginning, if anything does.
    private static func name(_ beginning: String, in text: String) -> String? {
        guard text.hasPrefix(beginning), text.utf8.count > beginning.utf8.count else { return nil }
        return String(text.dropFirst(beginning.count))
    }

    /// Whether both are the same screen, if of another vehicle or site.
    fileprivate func isSameScreen(as other: Route) -> Bool {
        switch (self, other) {
        case (.vehicle, .vehicle), (.site, .site): true
        default: self == other
        }
    }

    /// Whether it fills the whole terminal.
    var isGround: Bool { [.list, .map, .sites].contains(self) }

    /// Whether it shows what the feed of the sites tells.
    var isOfSites: Bool {
        switch self {
        case .sites, .site: true
        default: false
        }
    }
}

/// The screens that lie on each other, the list at the bottom.
///
/// Going to a screen that is among them goes back to it: no screen is ever there twice.
public struct Router: Equatable, Sendable {
    /// The screens, the one in front last.
    public private(set) var stack: [Route] = [.list]

    /// Creates a router that shows the list, and a screen over it.
    public init(_ route: Route = .list) {
        go(to: route)
    }

    /// The screen in front.
    public var current: Route { stack[stack.count - 1] }

    /// Goes to a screen.
    public mutating func go(to route: Route) {
        if let place = stack.firstIndex(where: route.isSameScreen) {
            stack.removeSubrange((place + 1)...)
            stack[place] = route
        } else {
            stack.append(route)
        }
    }

    /// Leaves the screen in front, unless it is the list; tells whether it did.
    @discardableResult
    public mutating func back() -> Bool {
        guard stack.count > 1 else { return false }
        stack.removeLast()
        return true
    }

    /// The screen in front that fills the whole terminal.
    public var ground: Route { stack.last(where: \.isGround) ?? .list }
}
