/// Error in one field of a ``FilterInput``.
public struct FilterInputError: Error, Equatable, Sendable {
    /// The mistake in the field.
    public enum Mistake: Equatable, Sendable {
        /// The value is not valid; the text follows the name of the field.
        case value(String)
        /// The field needs another one, a location.
        case missing(FilterInput.Field)
        /// The value is more than that of the field for the maximum.
        case exceeds(FilterInput.Field)
    }

    /// The field.
    public let field: FilterInput.Field
    /// The mistake.
    public let mistake: Mistake
    /// The value that matters for the mistake, such as `distance` of ``FilterInput/Field/sort``.
    private let value: String?

    init(_ field: FilterInput.Field, _ mistake: Mistake, value: String? = nil) {
        (self.field, self.mistake, self.value) = (field, mistake, value)
    }

    /// Returns the message, such as `--within needs --near LAT,LON`, with the names that `name`
    /// gives to fields.
    public func message(naming name: (FilterInput.Field) -> String) -> String {
        let subject = name(field) + (value.map { " " + $0 } ?? "")
        return switch mistake {
        case .value(let requirement): "\(subject) \(requirement)"
        case .missing(let other): localized("\(subject) needs \(name(other)) LAT,LON")
        case .exceeds(let maximum): localized("\(subject) is more than \(name(maximum))")
        }
    }

    /// Returns the error for a name that is none of those of a field.
    static func unknownName(_ field: FilterInput.Field, _ names: [String]) -> FilterInputError {
        FilterInputError(
            field, .value(localized("must be one of: \(names.joined(separator: ", "))")))
    }
}

/// Error about text that names something which no filter of a list has.
public struct UnknownFilterNameError: Error, Equatable, Sendable {
    /// The name, shortened.
    public let name: String
}
