/// The part of a note that makes it the report of a finder: a person without an account, who has
/// scanned a label.
public struct FinderReport: Equatable, Sendable {
    /// The maximum length of the text, in Unicode scalars.
    public static let maxTextLength = 2000
    /// The maximum length of the contact, in Unicode scalars.
    public static let maxContactLength = 200
    /// The time after which the contact of a report that was done is erased.
    public static let contactLifetime = Duration.seconds(30 * 86_400)

    /// How the finder can be reached, such as a telephone number, for members only; `nil` if the
    /// finder has not said so, and some time after the report was done.
    public var contact: String?

    /// Creates a report.
    public init(contact: String? = nil) { self.contact = contact }
}
