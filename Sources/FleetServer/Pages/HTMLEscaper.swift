import Mustache

/// Escapes text for HTML, in elements and in quoted attributes.
///
/// Works on Unicode scalars: the library's own type compares characters, and a quotation mark with
/// a combining mark is another character. Control characters and those that change the direction
/// of text are shown as U+FFFD.
struct HTMLEscaper: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var bytes: [UInt8] = []
        Self.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the UTF-8 of escaped text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard utf8.contains(where: { !isPlain($0) }) else {
                bytes += utf8
                return
            }
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                append(scalar, to: &bytes)
            }
        }
    }

    /// Whether a byte is a character of ASCII that is shown as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "'"), 0..<0x20, 0x7F...:
            false
        default: true
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "&": bytes += "&amp;".utf8
        case "<": bytes += "&lt;".utf8
        case ">": bytes += "&gt;".utf8
        case "\"": bytes += "&quot;".utf8
        case "'": bytes += "&#39;".utf8
        case "\n", "\t": bytes.append(UInt8(ascii: scalar))
        default:
            let isHidden =
                scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            bytes += UTF8.encode(isHidden ? "\u{FFFD}" : scalar) ?? .init()
        }
    }
}
