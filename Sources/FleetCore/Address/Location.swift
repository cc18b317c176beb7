/// The location of a source.
public enum Location: Hashable, Sendable {
    /// The embedded simulation, with the text of its `sim://` address.
    case simulation(String)
    /// A file, by its absolute path or a `file:` address (RFC 8089).
    case file(String)
    /// The standard input.
    case standardInput
    /// An `http` or `https` address.
    case web(String)
    /// The rows of the source in the database of the home.
    case inventory

    /// The text of ``inventory``, which only the program writes.
    public static let inventoryText = "inventory:"

    /// Parses the user's input; a path is relative to `directory`.
    ///
    /// Returns `nil` for an empty text and for a scheme other than sim, file, http and https.
    public init?(_ text: String, relativeTo directory: String) {
        if text.lowercased().hasPrefix("file:") {
            self = .file(text)
            return
        }
        if text == Self.inventoryText {
            self = .inventory
            return
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
            self = text == "-" ? .standardInput : .file(Self.absolute(text, in: directory))
            return
        }
        switch text[..<colon].lowercased() {
        case "sim": self = .simulation(text)
        case "http", "https": self = .web(text)
        default: return nil
        }
    }

    /// Whether it is read over HTTP.
    public var isWeb: Bool {
        if case .web = self { true } else { false }
    }

    /// The location as text, independent of the current directory.
    public var text: String {
        switch self {
        case .simulation(let text), .web(let text), .file(let text): text
        case .standardInput: "-"
        case .inventory: Self.inventoryText
        }
    }

    /// The text without secrets, for programs and logs (see ``redacted(_:)``).
    public var description: String { Self.redacted(text) }

    /// The text without secrets, for people.
    public var shown: String {
        self == .inventory ? localized("imported rows") : description
    }

    private static func absolute(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") { return path }
        return directory.hasSuffix("/") ? directory + path : directory + "/" + path
    }
}

extension Location: CustomStringConvertible {}

extension Location {
    /// The minimum time between automatic requests: 5 s for HTTP, to protect the service; none for
    /// files and the simulation.
    public var minInterval: Duration {
        switch self {
        case .web: .seconds(5)
        case .simulation, .file, .standardInput, .inventory: .zero
        }
    }
}
