/// Error in the text of a label field.
public struct LabelFieldError: Error, Equatable, CustomStringConvertible {
    /// The reason, such as RE2's message about a pattern.
    public let cause: String

    /// The cause.
    public var description: String { cause }
}
