/// How a symbol is drawn with characters.
///
/// Only a colored style brings its own dark and light, and so is right on every ground. Without
/// colors, `half` and `full` draw the light modules, as `qrencode -t UTF8` does: for light text on
/// a dark ground. `ascii` draws the dark ones: for dark text on a light ground.
public enum TerminalArt: Sendable, Equatable {
    /// A column a module and a line for two rows, with half blocks.
    case half(colored: Bool)
    /// Two columns a module and a line a row, with spaces or full blocks.
    case full(colored: Bool)
    /// Two columns a module and a line a row, with `##` for dark.
    case ascii

    /// The columns that a module takes.
    var columnsPerModule: Int {
        switch self {
        case .half: 1
        case .full, .ascii: 2
        }
    }

    /// The rows of modules that a line takes.
    var rowsPerLine: Int {
        switch self {
        case .half: 2
        case .full, .ascii: 1
        }
    }
}
