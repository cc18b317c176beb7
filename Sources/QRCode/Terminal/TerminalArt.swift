/// Style of a symbol drawn with characters.
///
/// A colored style sets its own colors and suits every background. Without colors, `half` and
/// `full` draw the light modules, as `qrencode -t UTF8` does, for light text on a dark background.
/// `ascii` draws the dark modules, for dark text on a light background.
public enum TerminalArt: Sendable, Equatable {
    /// One column per module and one line per two rows, with half blocks.
    case half(colored: Bool)
    /// Two columns per module and one line per row, with spaces or full blocks.
    case full(colored: Bool)
    /// Two columns per module and one line per row, with `##` for dark modules.
    case ascii

    var columnsPerModule: Int {
        switch self {
        case .half: 1
        case .full, .ascii: 2
        }
    }

    /// Rows of modules per line of text.
    var rowsPerLine: Int {
        switch self {
        case .half: 2
        case .full, .ascii: 1
        }
    }
}
