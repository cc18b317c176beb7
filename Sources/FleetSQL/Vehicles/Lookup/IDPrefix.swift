import FleetCore

/// The beginning of an ID, typed or pasted from a table, where a shortened ID ends in `…`.
package struct IDPrefix {
    package let text: String

    /// Creates a prefix; returns `nil` if it is empty.
    package init?(_ typed: String) {
        let ending = ["…", "..."].first { typed.hasSuffix($0) } ?? ""
        text = String(typed.dropLast(ending.count))
        if text.isEmpty { return nil }
    }

    /// Returns the only element with an ID that begins with the prefix, regardless of case.
    package func only<Element>(of elements: [Element], id: (Element) -> String) -> Element? {
        let found = elements.filter { ASCIICase.hasPrefix(id($0), text) }
        return found.count == 1 ? found[0] : nil
    }
}

/// Error about a typed ID that matches several vehicles or sites.
package struct AmbiguousID: Error, Equatable {
    /// The things that have IDs.
    package enum Kind: String, Sendable {
        case vehicles
        case sites
    }

    /// Maximum number of matches in the message.
    package static let maxMatches = 10

    package let typed: String
    package let kind: Kind
    /// The IDs of the first matches, each shortened to 80 characters.
    package let matches: [String]

    /// Creates an error about an ID and the IDs that match it.
    package init(_ typed: String, _ kind: Kind, matches: [String]) {
        self.typed = typed
        self.kind = kind
        self.matches = matches.prefix(Self.maxMatches).map { String($0.unicodeScalars.prefix(80)) }
    }
}
