extension UTF8Buffer {
    /// Appends a member's name, after a comma unless it is the first member.
    mutating func appendName(_ name: StaticString) {
        if bytes.last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        append(name)
        append("\":")
    }

    /// Appends a JSON string (RFC 8259, section 7).
    ///
    /// JSON may be shown on a terminal too, so the characters that ``TerminalText`` escapes are
    /// escaped here as `\u` and four digits.
    mutating func appendJSON(_ string: String) {
        var string = string
        append(UInt8(ascii: "\""))
        let isPlain = string.withUTF8 { utf8 in
            guard utf8.allSatisfy(Self.isPlain) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain { string.unicodeScalars.forEach { appendJSON($0) } }
        append(UInt8(ascii: "\""))
    }

    mutating func appendJSON(_ flag: Bool) {
        if flag { append("true") } else { append("false") }
    }

    mutating func appendJSON(_ strings: [String]) {
        append(UInt8(ascii: "["))
        for (index, string) in strings.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendJSON(string)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a time as a string.
    mutating func appendJSON(_ time: Timestamp) {
        append(UInt8(ascii: "\""))
        append(time)
        append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func appendJSON(_ scalar: Unicode.Scalar) {
        if scalar == "\"" || scalar == "\\" {
            append(UInt8(ascii: "\\"))
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else if TerminalText.isUnsafe(scalar) {
            appendUnicodeEscape(scalar.value)
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Appends `\u` and four digits; no escaped character needs more.
    private mutating func appendUnicodeEscape(_ value: UInt32) {
        append("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: value >> UInt32(shift) & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
