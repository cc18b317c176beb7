/// Value of an attribute (RFC 8010, section 3.9).
enum IPPValue: Hashable, Sendable {
    case integer(Int32)
    case boolean(Bool)
    case enumeration(Int32)
    /// A resolution; the units are 3 for dots per inch, 4 for dots per centimetre.
    case resolution(x: Int32, y: Int32, units: Int8)
    case range(Int32, Int32)
    /// A text of one of the types of text.
    case string(IPPTag, String)
    /// A text or name with its language.
    case localized(IPPTag, String, language: String)
    case collection(IPPAttributes)
    /// A value without content, such as "unknown" or "no-value".
    case outOfBand(IPPTag)
    /// Bytes: an octet string, a date, and types that have no case of their own.
    case octets(IPPTag, [UInt8])

    static func keyword(_ text: String) -> Self { .string(.keyword, text) }
    static func name(_ text: String) -> Self { .string(.name, text) }
    static func uri(_ text: String) -> Self { .string(.uri, text) }
    static func mediaType(_ text: String) -> Self { .string(.mimeMediaType, text) }

    var tag: IPPTag {
        switch self {
        case .integer: .integer
        case .boolean: .boolean
        case .enumeration: .enumeration
        case .resolution: .resolution
        case .range: .range
        case .collection: .beginCollection
        case .string(let tag, _), .localized(let tag, _, _), .outOfBand(let tag),
            .octets(let tag, _):
            tag
        }
    }

    /// The number of an integer or enumeration.
    var number: Int? {
        switch self {
        case .integer(let number), .enumeration(let number): Int(number)
        default: nil
        }
    }

    /// The text of any type of text.
    var text: String? {
        switch self {
        case .string(_, let text), .localized(_, let text, _): text
        default: nil
        }
    }

    /// The numbers of an integer or a range.
    var bounds: ClosedRange<Int>? {
        switch self {
        case .integer(let number): Int(number)...Int(number)
        case .range(let lower, let upper) where lower <= upper: Int(lower)...Int(upper)
        default: nil
        }
    }
}

/// Type of a value, or mark of its structure (RFC 8010, section 3.5.2).
struct IPPTag: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue }
    private init(_ value: UInt8) { rawValue = value }

    static let integer = Self(0x21)
    static let boolean = Self(0x22)
    static let enumeration = Self(0x23)
    static let octetString = Self(0x30)
    static let dateTime = Self(0x31)
    static let resolution = Self(0x32)
    static let range = Self(0x33)
    static let beginCollection = Self(0x34)
    static let textWithLanguage = Self(0x35)
    static let nameWithLanguage = Self(0x36)
    static let endCollection = Self(0x37)
    static let text = Self(0x41)
    static let name = Self(0x42)
    static let keyword = Self(0x44)
    static let uri = Self(0x45)
    static let uriScheme = Self(0x46)
    static let charset = Self(0x47)
    static let naturalLanguage = Self(0x48)
    static let mimeMediaType = Self(0x49)
    static let memberName = Self(0x4A)

    /// Whether values of the type are texts without a language.
    var isString: Bool { (0x41...0x49).contains(rawValue) && rawValue != 0x43 }
    /// Whether values of the type have no content.
    var isOutOfBand: Bool { (0x10...0x1F).contains(rawValue) }
    /// Whether it separates groups of attributes.
    var isDelimiter: Bool { rawValue <= 0x0F }
}
