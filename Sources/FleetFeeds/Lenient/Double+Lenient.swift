import JSON

extension Double {
    /// The longest text that is read as a number, in bytes; the longest double has 25.
    private static let longestText = 64

    /// Reads a number, or a string that holds one, such as `" 48.85 "`; always finite.
    init?(lenient field: JSONField) {
        if let number = field.double {
            self = number
            return
        }
        guard field.kind == .string else { return nil }
        self.init(lenient: field.bytes)
    }

    /// Reads decimal text; `nil` for anything else, hexadecimal, infinity and `nan` too.
    init?(lenient text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        guard !text.isEmpty, text.count <= Self.longestText else { return nil }
        guard text.allSatisfy(\.isInDecimal) else { return nil }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return nil
        }
        self = number
    }
}

extension UInt8 {
    /// Whether a decimal number may hold this character.
    fileprivate var isInDecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
