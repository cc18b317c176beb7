import FleetCore

/// Keys and their action.
struct KeyHint: Equatable, Sendable {
    /// Keys, as labeled on the keyboard, separated by spaces.
    let keys: String
    /// Action of the keys, in a few words.
    let action: String
    /// Short label for the footer; nil to list it only in the help.
    let short: String?

    init(_ keys: String, _ action: String, short: String? = nil) {
        (self.keys, self.action, self.short) = (keys, action, short)
    }

    /// First of the keys.
    var firstKey: String { String(keys.prefix { $0 != " " }) }

    /// Width in the footer in columns, including the gap after it.
    var footerWidth: Int {
        DisplayWidth.of(firstKey) + 1 + DisplayWidth.of(short ?? "") + 2
    }
}
