/// Meaning of a text, for which each output has a color.
public enum Tone: String, Sendable {
    case plain
    case good
    case warning = "warn"
    case bad
    /// Secondary or unknown.
    case muted
}
