import FleetCore

/// What a key does.
struct KeyHint: Equatable, Sendable {
    /// The keys, as their caps say.
    let keys: String
    /// What they do, in a few words.
    let what: String
    /// The one word for it that the last row of the screen has; `nil` leaves it to the help.
    let short: String?

    init(_ keys: String, _ what: String, short: String? = nil) {
        (self.keys, self.what, self.short) = (keys, what, short)
    }

    /// The first of the keys.
    var cap: String { String(keys.prefix { $0 != " " }) }

    /// The columns that it takes in the last row of the screen, with the gap after it.
    var footerWidth: Int {
        DisplayWidth.of(cap) + 1 + DisplayWidth.of(short ?? "") + 2
    }
}
