import JSON

extension Double {
    /// Maximum length of a number as text, in bytes; the longest double takes 25.
    private static let maxTextLength = 64

    /// Reads a finite number, or a string that contains one, such as `" 48.85 "`.
    init?(lenient field: JSONField) {
        if let number = field.double {
            self = number
            return
        }
        guard field.kind == .string else { return nil }
        self.init(lenient: field.bytes)
    }

    /// Reads decimal text; returns `nil` for anything else, such as hexadecimal, infinity or `nan`.
    init?(lenient text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        guard !text.isEmpty, text.count <= Self.maxTextLength else { return nil }
        guard text.allSatisfy(\.isDecimalCharacter) else { return nil }
        guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
            return nil
        }
        self = number
    }
}

extension UInt8 {
    /// Whether a decimal number may contain this character.
    fileprivate var isDecimalCharacter: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
