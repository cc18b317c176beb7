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
    /// What the list and the map are narrowed to.
    case filter
    /// The keys that work here and now.
    case help

    /// Reads a place as a person writes it: `list`, `map`, `notes`, `filter`, `help`,
    /// `vehicle/CODE`.
    public init?(_ text: String) {
        switch text {
        case "list": self = .list
        case "map": self = .map
        case "notes": self = .notes
        case "filter": self = .filter
        case "help": self = .help
        default:
            let prefix = "vehicle/"
            guard text.hasPrefix(prefix), text.utf8.count > prefix.utf8.count else { return nil }
            self = .vehicle(String(text.dropFirst(prefix.count)))
        }
    }

    /// Whether both are the same screen, if of another vehicle.
    fileprivate func isSameScreen(as other: Route) -> Bool {
        if case (.vehicle, .vehicle) = (self, other) { return true }
        return self == other
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
    public var ground: Route { stack.contains(.map) ? .map : .list }
}
