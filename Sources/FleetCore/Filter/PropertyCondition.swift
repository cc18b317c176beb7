/// A condition for a property of vehicles, such as `Shelf=A3`.
///
/// A vehicle without the property has an empty value. Texts are compared without the case of ASCII
/// letters, and with `*` and `?` as a ``SearchPattern``.
public struct PropertyCondition: Hashable, Sendable {
    /// The name of the property; ``Filter/resolvingNames(in:)`` makes it that of the source.
    public var name: String
    /// Whether the value must be another one.
    public let isNegated: Bool
    /// The value, or a pattern; empty for vehicles without the property.
    public let value: String

    /// Parses `NAME=VALUE` or `NAME!=VALUE`, whose name may be in quotes (``NameText``); returns
    /// `nil` for other text.
    public init?(_ text: String) {
        if let (name, rest) = NameText.quoted(text.drop(while: \.isWhitespace)),
            let sign = ["=", "!="].first(where: rest.drop(while: \.isWhitespace).hasPrefix)
        {
            (self.name, isNegated) = (name, sign == "!=")
            value = NameText.trimmed(
                rest.drop(while: \.isWhitespace).dropFirst(sign.count))
        } else {
            guard let sign = text.firstIndex(of: "=") else { return nil }
            let name = text[..<sign]
            isNegated = name.last == "!"
            self.name = NameText.trimmed(isNegated ? name.dropLast() : name)
            value = NameText.trimmed(text[text.index(after: sign)...])
        }
        guard !self.name.isEmpty, value.utf8.count <= SearchPattern.maxBytes else { return nil }
    }

    /// The condition as it is typed.
    public var text: String { NameText.typed(name) + (isNegated ? "!=" : "=") + value }

    /// Returns whether a vehicle meets the condition.
    func holds(for vehicle: Vehicle) -> Bool {
        let own = vehicle.properties[name] ?? ""
        let isEqual = SearchPattern(value)?.matches(own) ?? ASCIICase.equal(own, value)
        return isEqual != isNegated
    }
}

extension Filter {
    /// Returns the conditions with the names that properties have in a feed; for one that it does not
    /// have, or that is not to be seen, with an empty name, under which no vehicle has a value.
    func conditions(in feed: FeedDescription) -> [PropertyCondition] {
        conditions.map { condition in
            var condition = condition
            let properties = feed.properties ?? []
            condition.name = CustomProperty.named(condition.name, in: properties)?.name ?? ""
            return condition
        }
    }
}
