/// Writer of a JSON object; members keep the order in which they are added.
///
/// A member is omitted if its value is `nil`, a number that is not finite, or a time outside the
/// range of RFC 3339.
///
///     var object = JSONObjectWriter()
///     object.add("id", vehicle.id)
///     object.add("last_reported", vehicle.lastReported)
///     object.text
public struct JSONObjectWriter: Equatable, Sendable {
    /// The object without its closing brace.
    var unclosed = UTF8Buffer()

    /// Creates an object without members.
    public init() {
        unclosed.append(UInt8(ascii: "{"))
    }

    /// The whole object.
    public var text: UTF8Buffer {
        var text = unclosed
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// Whether the object has no members.
    public var isEmpty: Bool { unclosed.bytes.count == 1 }

    /// Adds a string.
    public mutating func add(_ name: StaticString, _ string: String?) {
        guard let string else { return }
        unclosed.appendName(name)
        unclosed.appendJSON(string)
    }

    /// Adds a whole number.
    public mutating func add(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        unclosed.appendName(name)
        unclosed.append(number)
    }

    /// Adds a number.
    public mutating func add(_ name: StaticString, _ number: Double?) {
        guard let number, number.isFinite else { return }
        unclosed.appendName(name)
        unclosed.append(number)
    }

    /// Adds a boolean.
    public mutating func add(_ name: StaticString, _ flag: Bool?) {
        guard let flag else { return }
        unclosed.appendName(name)
        unclosed.appendJSON(flag)
    }

    /// Adds a time, in UTC.
    public mutating func add(_ name: StaticString, _ time: Timestamp?) {
        guard let time, time.isWritable else { return }
        unclosed.appendName(name)
        unclosed.appendJSON(time)
    }

    /// Adds an array of strings.
    public mutating func add(_ name: StaticString, _ strings: [String]?) {
        guard let strings else { return }
        unclosed.appendName(name)
        unclosed.appendJSON(strings)
    }

    /// Adds an object.
    public mutating func add(_ name: StaticString, _ object: JSONObjectWriter?) {
        guard let object else { return }
        unclosed.appendName(name)
        unclosed.append(object)
    }

    /// Adds a string.
    package mutating func add(named name: String, _ string: String) {
        unclosed.appendName(escaping: name)
        unclosed.appendJSON(string)
    }

    /// Adds an object.
    package mutating func add(named name: String, _ object: JSONObjectWriter) {
        unclosed.appendName(escaping: name)
        unclosed.append(object)
    }

    /// Adds an array of objects.
    public mutating func add(_ name: StaticString, _ objects: [JSONObjectWriter]?) {
        guard let objects else { return }
        unclosed.appendName(name)
        unclosed.append(objects)
    }

    /// Adds all members of another object.
    mutating func add(membersOf other: JSONObjectWriter) {
        guard !other.isEmpty else { return }
        if !isEmpty { unclosed.append(UInt8(ascii: ",")) }
        unclosed.bytes += other.unclosed.bytes.dropFirst()
    }
}

extension UTF8Buffer {
    /// Appends an object.
    mutating func append(_ object: JSONObjectWriter) {
        bytes += object.unclosed.bytes
        append(UInt8(ascii: "}"))
    }

    /// Appends an array of objects.
    mutating func append(_ objects: [JSONObjectWriter]) {
        append(UInt8(ascii: "["))
        for (index, object) in objects.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            append(object)
        }
        append(UInt8(ascii: "]"))
    }

    /// Appends a member's name that may need escapes, after a comma unless it is the first member.
    mutating func appendName(escaping name: String) {
        if bytes.last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        appendJSON(name)
        append(UInt8(ascii: ":"))
    }

    /// Appends a member's name, after a comma unless it is the first member.
    mutating func appendName(_ name: StaticString) {
        let isFirst = bytes.last == UInt8(ascii: "{")
        append { text in
            if !isFirst { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "\""))
            text.append(name)
            text.append("\":")
        }
    }

    /// Appends a JSON string (RFC 8259, section 7).
    ///
    /// JSON may be shown on a terminal too, so the characters that ``TerminalText`` escapes are
    /// escaped here as `\u` and four digits for each UTF-16 code unit.
    package mutating func appendJSON(_ string: String) {
        var string = string
        append(UInt8(ascii: "\""))
        let isPlain = string.withUTF8 { utf8 in
            guard Self.arePlain(UnsafeRawBufferPointer(utf8)) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if !isPlain { TerminalText.forEachScalar(of: string) { appendJSON($0, isUnsafe: $1) } }
        append(UInt8(ascii: "\""))
    }

    mutating func appendJSON(_ flag: Bool) {
        if flag { append("true") } else { append("false") }
    }

    package mutating func appendJSON(_ strings: [String]) {
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

    /// Returns whether all bytes are printable ASCII that needs no escape.
    private static func arePlain(_ utf8: UnsafeRawBufferPointer) -> Bool {
        var offset = 0
        while offset + 8 <= utf8.count {
            let word = utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            guard arePlain(word) else { return false }
            offset += 8
        }
        return utf8[offset...].allSatisfy(isPlain)
    }

    /// Returns the same for eight bytes at once.
    ///
    /// A byte less than n borrows when n is subtracted, which sets its highest bit.
    private static func arePlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func less(_ word: UInt64, _ limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word }
        func equal(_ byte: UInt64) -> UInt64 { less(word ^ ones &* byte, 1) }
        let special = word | less(word, 0x20) | equal(0x22) | equal(0x5C) | equal(0x7F)
        return special & (ones &* 0x80) == 0
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func appendJSON(_ scalar: Unicode.Scalar, isUnsafe: Bool) {
        if scalar == "\"" || scalar == "\\" {
            append(UInt8(ascii: "\\"))
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else if isUnsafe {
            for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                appendUnicodeEscape(unit)
            }
        } else {
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    /// Appends `\u` and four digits.
    private mutating func appendUnicodeEscape(_ unit: UInt16) {
        append("\\u")
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 0xF)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
