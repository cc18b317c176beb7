extension NumberFormat {
    /// Creates a format from its code (ISO/IEC 29500-1, section 18.8.31); only its first section
    /// counts, which is that of positive numbers.
    init(code: [UInt8]) {
        self = FormatCode(code).format
    }
}

/// Parts of the first section of a format code that decide about its meaning.
private struct FormatCode {
    private var hasDate = false
    private var hasTime = false
    private var isDuration = false
    private var isPercent = false
    /// Whether the last letters were `m`, which is a minute only after an hour or before a second.
    private var isMonthOrMinute = false
    private var lastLetter: UInt8 = 0
    /// Whether places of digits other than zeros are there.
    private var hasOtherDigits = false
    private var hasFraction = false
    private var places: [UInt8?] = []
    private var bytes: ArraySlice<UInt8>

    init(_ code: [UInt8]) {
        bytes = code[...]
        // "General" in any case; its letters are no parts of a date.
        if code.prefix(7).elementsEqual("general".utf8, by: { $0 | 0x20 == $1 }) { return }
        while let byte = bytes.popFirst(), byte != UInt8(ascii: ";") { read(byte) }
        endMonth()
    }

    var format: NumberFormat {
        if isDuration { return .duration }
        if hasDate { return hasTime ? .dateTime : .date }
        if hasTime { return .time }
        if isPercent { return .percent }
        let zeros = places.count { $0 == nil }
        guard zeros >= 2 else { return .general }
        let isPlain = hasOtherDigits || hasFraction
        return .code(
            CodePattern(
                places: isPlain ? Array(repeating: nil, count: zeros) : places, digits: zeros,
                hasFraction: isPlain))
    }

    private mutating func read(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): literal(bytes.popThrough(byte))
        case UInt8(ascii: "\\"): literal(bytes.popFirst().map { [$0] } ?? [])
        // The width of a character, and a character that fills the cell.
        case UInt8(ascii: "_"), UInt8(ascii: "*"): _ = bytes.popFirst()
        case UInt8(ascii: "["): bracket(bytes.popThrough(UInt8(ascii: "]")))
        case UInt8(ascii: "0"): if !hasFraction { places.append(nil) }
        case UInt8(ascii: "."): hasFraction = true
        case UInt8(ascii: "#"), UInt8(ascii: "?"), UInt8(ascii: ","): hasOtherDigits = true
        case UInt8(ascii: "%"): isPercent = true
        case UInt8(ascii: "a"), UInt8(ascii: "A"): halfOfDay()
        case _ where byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A: letter(byte | 0x20)
        default: literal([byte])
        }
    }

    private mutating func literal(_ text: some Sequence<UInt8>) {
        places += text.map { $0 }
    }

    /// Reads `AM/PM` or `A/P`.
    private mutating func halfOfDay() {
        for rest in ["m/pm", "/p"]
        where bytes.prefix(rest.utf8.count).elementsEqual(
            rest.utf8, by: { $0 == $1 || $0 | 0x20 == $1 })
        {
            bytes = bytes.dropFirst(rest.utf8.count)
            hasTime = true
            return
        }
    }

    /// Reads the contents of brackets: `h`, `mm` or `ss` for a duration; otherwise a color, a
    /// condition or a language.
    private mutating func bracket(_ text: ArraySlice<UInt8>) {
        let letters = Set(text.map { $0 | 0x20 })
        if letters.count == 1, let letter = letters.first, "hms".utf8.contains(letter) {
            isDuration = true
        }
    }

    private mutating func letter(_ letter: UInt8) {
        defer { lastLetter = letter }
        guard letter != lastLetter else { return }
        switch letter {
        case UInt8(ascii: "y"), UInt8(ascii: "d"):
            endMonth()
            hasDate = true
        case UInt8(ascii: "h"):
            endMonth()
            hasTime = true
        case UInt8(ascii: "s"):
            isMonthOrMinute = false
            hasTime = true
        case UInt8(ascii: "m"):
            if lastLetter != UInt8(ascii: "h") { isMonthOrMinute = true }
        // The exponent of a number.
        case UInt8(ascii: "e"): hasOtherDigits = true
        default: break
        }
    }

    private mutating func endMonth() {
        if isMonthOrMinute { hasDate = true }
        isMonthOrMinute = false
    }
}

extension ArraySlice<UInt8> {
    /// Removes all bytes up to the first one with a value; returns those before it.
    fileprivate mutating func popThrough(_ end: UInt8) -> ArraySlice<UInt8> {
        let text = prefix { $0 != end }
        self = dropFirst(text.count + 1)
        return text
    }
}
