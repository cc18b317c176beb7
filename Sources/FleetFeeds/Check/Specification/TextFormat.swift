import FleetCore

/// Format of a text.
///
/// The formats of GBFS accept what its schemas accept, as the ASCII characters of ECMA-262.
enum TextFormat: Sendable {
    /// An address with a scheme (RFC 3986).
    case uri
    /// An e-mail address.
    case email
    /// A date such as `2026-05-01`.
    case date
    /// A date and time (RFC 3339).
    case dateTime
    /// A date and time in whole seconds, with the offset of a time zone.
    case dateTimeWithZone
    /// A language such as `en` or `en-US`.
    case language
    /// Two lowercase letters.
    case twoLetters
    /// Two letters.
    case twoLettersOfAnyCase
    /// Two uppercase letters.
    case countryCode
    /// A telephone number such as `+33123456789` (E.164).
    case phoneNumber
    /// A color such as `#00FF00`.
    case hexColor
    /// A time of day such as `06:30:00`.
    case timeOfDay
    /// Three pairs of digits, such as `25:00:00`.
    case digitsOfTime
    /// A currency such as `EUR`.
    case currency
    /// Any three characters.
    case threeCharacters
    /// A UUID (RFC 4122).
    case uuid

    /// What a text must be, after "must be".
    var description: String {
        switch self {
        case .uri: "an address with a scheme, such as https://example.com/"
        case .email: "an e-mail address"
        case .date: "a date, such as 2026-05-01"
        case .dateTime: "a date and time with an offset, such as 2026-05-01T08:00:00+02:00"
        case .dateTimeWithZone:
            "a date and time in whole seconds with an offset, such as 2026-05-01T08:00:00Z"
        case .language: "a language, such as en or en-US"
        case .twoLetters: "a language of two lowercase letters, such as en"
        case .twoLettersOfAnyCase: "a language of two letters, such as en"
        case .countryCode: "a country of two uppercase letters, such as FR"
        case .phoneNumber: "a telephone number with + and digits only, such as +33123456789"
        case .hexColor: "a color of six hexadecimal digits, such as #C2D32C"
        case .timeOfDay: "a time of day, such as 06:30:00"
        case .digitsOfTime: "a time, such as 06:30:00 or 25:00:00"
        case .currency: "a currency of three letters, such as EUR"
        case .threeCharacters: "a currency of three characters, such as EUR"
        case .uuid: "a UUID"
        }
    }

    /// The keyword of JSON Schema for the format.
    var keyword: String {
        switch self {
        case .uri, .email, .date, .dateTime, .uuid: "format"
        case .threeCharacters: "minLength"
        default: "pattern"
        }
    }

    /// Returns whether a text has the format.
    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .uri: Self.isURI(bytes)
        case .email: Self.isEmail(bytes)
        case .date: Self.isDate(bytes[...])
        case .dateTime: Self.isDateTime(bytes)
        case .dateTimeWithZone: Self.isDateTimeWithZone(bytes)
        case .language: Self.isLanguage(bytes)
        case .twoLetters: bytes.count == 2 && bytes.allSatisfy(\.isLowercaseLetter)
        case .twoLettersOfAnyCase: bytes.count == 2 && bytes.allSatisfy(\.isLetter)
        case .countryCode: bytes.count >= 2 && bytes.prefix(2).allSatisfy(\.isUppercaseLetter)
        case .phoneNumber: Self.isPhoneNumber(bytes)
        case .hexColor:
            bytes.count == 7 && bytes.first == UInt8(ascii: "#")
                && bytes.dropFirst().allSatisfy(\.isHexDigit)
        case .timeOfDay:
            Self.hasShape(bytes[...], "00:00:00") && Self.number(bytes[0..<2]) < 24
                && Self.number(bytes[3..<5]) < 60 && Self.number(bytes[6..<8]) < 60
        case .digitsOfTime: Self.hasShape(bytes[...], "00:00:00")
        case .currency:
            bytes.count == 3 && bytes.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
        case .threeCharacters: String(decoding: bytes, as: UTF8.self).unicodeScalars.count == 3
        case .uuid: Self.hasShape(bytes[...], "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
        }
    }
}

extension TextFormat {
    typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Returns whether a text has a shape, in which `0` is a digit and `x` a hexadecimal one.
    private static func hasShape(_ bytes: Bytes, _ shape: StaticString) -> Bool {
        guard bytes.count == shape.utf8CodeUnitCount else { return false }
        for (index, byte) in bytes.enumerated() {
            switch shape.utf8Start[index] {
            case UInt8(ascii: "0"): if !byte.isDigit { return false }
            case UInt8(ascii: "x"): if !byte.isHexDigit { return false }
            case let other: if byte != other { return false }
            }
        }
        return true
    }

    private static func number(_ digits: Bytes) -> Int {
        digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    private static func isDate(_ bytes: Bytes) -> Bool {
        guard hasShape(bytes, "0000-00-00") else { return false }
        let start = bytes.startIndex
        let year = number(bytes[start..<(start + 4)])
        let month = number(bytes[(start + 5)..<(start + 7)])
        let day = number(bytes[(start + 8)..<(start + 10)])
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    private static func isDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 19, isDate(bytes[0..<10]) else { return false }
        let separator = bytes[10] | 0x20
        guard separator == UInt8(ascii: "t") || separator == 0x20 else { return false }
        guard hasShape(bytes[11..<19], "00:00:00") else { return false }
        let (hour, minute, second) = (
            number(bytes[11..<13]), number(bytes[14..<16]), number(bytes[17..<19])
        )
        let isLeapSecond = hour == 23 && minute == 59 && second == 60
        guard hour < 24, minute < 60, second < 60 || isLeapSecond else { return false }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            guard !digits.isEmpty else { return false }
            rest = rest[digits.endIndex...]
        }
        return rest.isEmpty || isZone(rest)
    }

    /// Returns whether a date and time, which has its format, has no time zone.
    static func lacksZone(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let last = bytes.last, bytes.count >= 19, last | 0x20 != UInt8(ascii: "z") else {
            return false
        }
        return !bytes[19...].contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
    }

    private static func isZone(_ bytes: Bytes) -> Bool {
        if bytes.count == 1, let byte = bytes.first { return byte | 0x20 == UInt8(ascii: "z") }
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
            return false
        }
        let digits = bytes.dropFirst()
        return hasShape(digits, "00") || hasShape(digits, "0000") || hasShape(digits, "00:00")
    }

    private static func isDateTimeWithZone(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count >= 20, hasShape(bytes[0..<10], "0000-00-00"),
            bytes[10] == UInt8(ascii: "T"), hasShape(bytes[11..<19], "00:00:00")
        else { return false }
        let zone = bytes[19...]
        if zone.count == 1 { return zone.first == UInt8(ascii: "Z") }
        return zone.count == 6 && isZone(zone)
    }

    private static func isLanguage(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let letters = bytes.prefix { $0.isLowercaseLetter }
        let region = bytes[letters.endIndex...]
        guard (2...3).contains(letters.count) else { return false }
        return region.isEmpty
            || region.count == 3 && region.first == UInt8(ascii: "-")
                && region.dropFirst().allSatisfy(\.isUppercaseLetter)
    }

    private static func isPhoneNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        (3...16).contains(bytes.count) && bytes[0] == UInt8(ascii: "+")
            && bytes[1] != UInt8(ascii: "0") && bytes.dropFirst().allSatisfy(\.isDigit)
    }
}

extension TextFormat {
    private static let uriBytes = bytes("-._~!$&'()*+,;=:@/?#")
    private static let mailBytes = bytes("!#$%&'*+/=?^_`{|}~-")

    private static func bytes(_ others: String) -> [Bool] {
        (0..<256).map { code in
            let byte = UInt8(code)
            return byte.isLetterOrDigit || others.utf8.contains(byte)
        }
    }

    private static func isURI(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[0].isLetter, colon + 1 < bytes.count,
            bytes[..<colon].allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
        else { return false }
        let first = bytes[colon + 1]
        guard first != UInt8(ascii: "?"), first != UInt8(ascii: "#") else { return false }
        var hasFragment = false
        var index = colon + 1
        let allowed = uriBytes
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, bytes[index + 1].isHexDigit,
                    bytes[index + 2].isHexDigit
                else { return false }
                index += 2
            } else if byte == UInt8(ascii: "#") {
                if hasFragment { return false }
                hasFragment = true
            } else if !allowed[Int(byte)], !isBracket(byte, of: bytes, after: colon, at: index) {
                return false
            }
            index += 1
        }
        return true
    }

    /// Returns whether a byte is a bracket of an IPv6 address, which begins a host.
    private static func isBracket(
        _ byte: UInt8, of bytes: UnsafeBufferPointer<UInt8>, after colon: Int, at index: Int
    ) -> Bool {
        guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") else { return false }
        let host = bytes[(colon + 1)...].drop { $0 == UInt8(ascii: "/") }
        guard host.first == UInt8(ascii: "["), let end = host.firstIndex(of: UInt8(ascii: "]"))
        else { return false }
        return index == host.startIndex || index == end
    }

    private static func isEmail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return false }
        let names = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let allowed = mailBytes
        guard names.allSatisfy({ !$0.isEmpty && $0.allSatisfy { allowed[Int($0)] } }) else {
            return false
        }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                let hyphen = UInt8(ascii: "-")
                return !label.isEmpty && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { $0.isLetterOrDigit || $0 == hyphen }
            }
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
    fileprivate var isUppercaseLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }
    fileprivate var isLetter: Bool { isLowercaseLetter || isUppercaseLetter }
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }
}
