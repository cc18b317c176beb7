import Mustache

/// Escapes text for HTML, in elements and in quoted attributes.
///
/// Works on Unicode scalars: the library's own type compares characters, and a quotation mark with
/// a combining mark is another character. Control characters and those that change the direction
/// of text are shown as U+FFFD.
struct HTMLEscaper: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\n", "\t": escaped.append(scalar)
            default:
                let isHidden =
                    scalar.properties.generalCategory == .control
                    || scalar.properties.isBidiControl
                escaped.append(isHidden ? "\u{FFFD}" : scalar)
            }
        }
        return String(escaped)
    }
}
