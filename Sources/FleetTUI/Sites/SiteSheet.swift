import FleetCore

/// State of the site sheet: the live sensor values and the details of one site.
struct SiteSheet: Sendable {
    /// Result of a key; the browser carries out the rest.
    enum Outcome: Equatable {
        case handled, ignored
        case close
        /// Open the site this many rows further in the list.
        case neighbor(Int)
        /// Show the vehicles at the site.
        case vehicles
        /// Show the map, centered on the site.
        case map
    }

    /// ID of the site; until the site is found, as it was requested.
    private(set) var id: String
    /// Site; nil until it is found.
    private(set) var site: Site?
    /// Whether the latest snapshot has the site; nil until one is loaded.
    private(set) var isPresent: Bool?
    /// Earlier sensor values, oldest first.
    private(set) var samples: [Quantity: [Double]] = [:]
    /// Number of vehicles at the site.
    private(set) var vehicles: Int?
    private(set) var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Updates the site from the latest snapshot; one that is gone is still shown as it was.
    mutating func update(_ sortedSites: SortedSites) {
        guard let site = sortedSites.site(matchingID: id) else { return isPresent = false }
        (self.site, id, isPresent) = (site, site.id, true)
        vehicles = sortedSites.vehicles(at: site)
    }

    /// Updates the site and its stored sensor history.
    mutating func update(_ found: FoundSite) {
        guard found.site.id == id else { return }
        (site, samples) = (found.site, found.samples)
    }
}

extension SiteSheet {
    /// Handles a key.
    mutating func handle(_ key: Key, part: Rect) -> Outcome {
        switch key {
        case .escape, .character("q"), .backspace: return .close
        case .right, .character("l"): return .neighbor(1)
        case .left, .character("h"): return .neighbor(-1)
        case .character("v"): return site == nil ? .handled : .vehicles
        case .character("m"): return .map
        case .mouse(let mouse): return scroll.isClosed(by: mouse, part: part) ? .close : .handled
        // These keys change the list of vehicles, which is not visible here.
        case .character("f"), .character("c"), .character("F"), .character("s"), .character("*"):
            return .handled
        default: return scroll.handle(key) ? .handled : .ignored
        }
    }

    /// Adapts to the available area.
    mutating func resize(_ part: Rect) {
        scroll.resize(Self.body(of: part).rows, extent: rows)
    }

    /// Key hints of the sheet.
    static let hints = [
        KeyHint("← → h l", "previous or next site", short: "neighbors"),
        KeyHint("v", "show the vehicles at this site", short: "vehicles"),
        KeyHint("m", "show the site on the map"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close (or click outside)", short: "close"),
    ]
}
