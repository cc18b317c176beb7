/// The first line of a file of IDs, which may be a title.
package struct FirstLine {
    private let first: String
    private let next: [String]
    private let isKnown: (String) -> Bool

    /// - Parameters:
    ///   - next: The next lines.
    ///   - isKnown: Returns whether a text is the ID of a vehicle that is stored.
    package init(_ first: String, _ next: [String], isKnown: @escaping (String) -> Bool) {
        (self.first, self.next, self.isKnown) = (first, next, isKnown)
    }

    /// Whether the line may be a title: it is not a known ID, and either one of the next lines is,
    /// or it does not look like the next one, as new IDs do.
    package var isUnusual: Bool {
        guard let second = next.first, !isKnown(first) else { return false }
        return !Self.isAlike(first, second) || next.contains(where: isKnown)
    }

    /// Returns whether both lines have digits, or the same kinds of characters in the same order.
    private static func isAlike(_ first: String, _ second: String) -> Bool {
        first.contains(where: \.isNumber) && second.contains(where: \.isNumber)
            || first.map(kind) == second.map(kind)
    }

    private static func kind(of character: Character) -> Character {
        if character.isUppercase { return "A" }
        return character.isLetter ? "a" : character
    }
}
