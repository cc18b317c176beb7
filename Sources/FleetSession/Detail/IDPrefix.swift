import FleetCore

/// The beginning of an ID, typed or pasted from a table, where a shortened ID ends in `…`.
struct IDPrefix {
    let text: String

    /// Creates a prefix; returns nil if it is empty.
    init?(_ typed: String) {
        let ending = ["…", "..."].first { typed.hasSuffix($0) } ?? ""
        text = String(typed.dropLast(ending.count))
        if text.isEmpty { return nil }
    }

    /// Returns the only element with an ID that begins with the prefix, regardless of case.
    func only<Element>(of elements: [Element], id: (Element) -> String) -> Element? {
        let found = elements.filter { ASCIICase.hasPrefix(id($0), text) }
        return found.count == 1 ? found[0] : nil
    }
}

/// A typed ID, and the ID that it stands for.
package struct ResolvedID: Sendable {
    let typed: String
    let id: String

    package init(typed: String, id: String) {
        (self.typed, self.id) = (typed, id)
    }

    /// Logs which vehicle was taken, if only the beginning of its ID was typed.
    package func log(to output: Output) {
        guard !ASCIICase.equal(typed, id) else { return }
        output.log("using \(CommandError.shownID(id)) for \(CommandError.shownID(typed))")
    }
}
