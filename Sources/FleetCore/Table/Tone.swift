/// Meaning of a text, for which each output has a color.
public enum Tone: String, Sendable {
    case plain
    case good
    case warning = "warn"
    case bad
    /// An alarm, which every output also marks without color.
    case alarm
    /// Secondary or unknown.
    case muted
}
