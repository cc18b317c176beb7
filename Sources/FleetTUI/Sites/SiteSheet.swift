import FleetCore

/// The monitor of one site: what is known of it, and what its sensors tell, live.
struct SiteSheet: Sendable {
    /// What a key did that others have to carry out.
    enum Outcome: Equatable {
        case handled, ignored
        case close
        /// The site so many places on in the list is wanted.
        case neighbor(Int)
        /// The vehicles that are there are wanted.
        case vehicles
        /// The map is wanted, with the site in its middle.
        case map
    }

    /// The site's identifier, as it was asked for until it is found.
    private(set) var id: String
    /// `nil` while it was not found.
    private(set) var site: Site?
    /// Whether the newest snapshot has it; `nil` while none was read.
    private(set) var isPresent: Bool?
    /// What its sensors told before, the oldest first.
    private(set) var samples: [Quantity: [Double]] = [:]
    /// How many vehicles are there.
    private(set) var vehicles: Int?
    private(set) var scroll = SheetScroll()

    init(id: String) {
        self.id = id
    }

    /// Takes the site from the newest snapshot; one that has gone stays shown as it was.
    mutating func update(_ roll: SiteRoll) {
        guard let site = roll.meant(by: id) else { return isPresent = false }
        (self.site, id, isPresent) = (site, site.id, true)
        vehicles = roll.vehicles(at: site)
    }

    /// Takes what the store keeps of it.
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
        // What these do to the vehicles would not be seen here.
        case .character("f"), .character("c"), .character("F"), .character("s"), .character("*"):
            return .handled
        default: return scroll.handle(key) ? .handled : .ignored
        }
    }

    /// Takes the room that there is.
    mutating func resize(_ part: Rect) {
        scroll.resize(Self.body(of: part).rows, extent: rows)
    }

    /// What its keys do.
    static let hints = [
        KeyHint("← → h l", "the site before, the one after", short: "neighbors"),
        KeyHint("v", "the vehicles that are there", short: "vehicles"),
        KeyHint("m", "the map, with the site in its middle"),
        KeyHint("j k ↓ ↑", "scroll"),
        KeyHint("esc", "close; so does a click outside", short: "close"),
    ]
}
