import FleetCore
package import FleetRuntime
import FleetTeam

extension LabelSequence {
    /// Returns the labels from that of an ID on.
    ///
    /// Enumerating them throws `CommandError` (66) if the ID is not among them.
    package func starting(at id: String) -> LabelSequence {
        let first = Array(id.utf8)
        return LabelSequence(
            forEach: { body in
                var isFound = false
                try forEach { item in
                    isFound = isFound || item.id == first
                    if isFound { try body(item) }
                }
                guard isFound else {
                    throw CommandError(
                        .noInput, "none of these labels has the ID \(TerminalText.limited(id))",
                        hint: "use an ID as it is printed, or leave out --from")
                }
            }, title: title)
    }

    /// Returns the labels that are not printed yet, or not with their present content.
    /// - Parameter printed: The content of each printed label, by its ID.
    package func unprinted(_ printed: [String: String]) throws -> UnprintedLabels {
        typealias Label = LabelPrintTable.Label
        func isNew(_ item: LabelItem) -> Bool {
            printed[Label.text(of: item.id)] != Label.text(of: item.payload)
        }
        let rest = LabelSequence(
            forEach: { body in try forEach { item in if isNew(item) { try body(item) } } },
            title: title)
        var unprinted = UnprintedLabels(labels: rest)
        try forEach { item in
            unprinted.count += 1
            guard isNew(item) else { return }
            unprinted.hasLabels = true
            if printed[Label.text(of: item.id)] != nil { unprinted.addChanged(item) }
        }
        return unprinted
    }
}

/// The labels of a run that are not printed yet.
package struct UnprintedLabels {
    /// Maximum number of changed labels that are listed.
    private static let maxListed = 20

    package let labels: LabelSequence
    /// The number of labels with those that are printed.
    package fileprivate(set) var count = 0
    /// Whether any label is left.
    package fileprivate(set) var hasLabels = false
    private var changed: [String] = []
    private var changedCount = 0

    fileprivate init(labels: LabelSequence) { self.labels = labels }

    fileprivate mutating func addChanged(_ item: LabelItem) {
        changedCount += 1
        if changed.count < Self.maxListed { changed.append(item.name) }
    }

    /// Lists the labels that were printed with another content.
    package func logChanges(to output: Output) {
        guard changedCount > 0 else { return }
        output.log("printed before with another content:")
        for name in changed { output.log("  " + TerminalText.escaped(name)) }
        if changedCount > changed.count { output.log("  and \(changedCount - changed.count) more") }
    }
}
