/// The first line of a file of IDs, which may be a title.
package struct FirstLine {
    private let first: String
    private let second: String
    private let isKnown: (String) -> Bool

    /// - Parameters:
    ///   - second: The next line.
    ///   - isKnown: Returns whether a text is the ID of a vehicle that is stored.
    package init(_ first: String, _ second: String, isKnown: @escaping (String) -> Bool) {
        (self.first, self.second, self.isKnown) = (first, second, isKnown)
    }

    /// Whether the line differs from the next one: it is not a known ID, and either the next one is, or
    /// only the next one has digits.
    package var isUnusual: Bool {
        guard !isKnown(first) else { return false }
        return isKnown(second)
            || !first.contains(where: \.isNumber) && second.contains(where: \.isNumber)
    }
}
