/// Language of an Excel that opens a list with a double click.
public enum CSVLocale: String, CaseIterable, Sendable {
    case czech = "cs"
    case danish = "da"
    case german = "de"
    case swissGerman = "de-ch"
    case english = "en"
    case spanish = "es"
    case finnish = "fi"
    case french = "fr"
    case italian = "it"
    case norwegian = "nb"
    case dutch = "nl"
    case polish = "pl"
    case portuguese = "pt"
    case swedish = "sv"

    /// Creates the locale of a language tag such as `de`, `de-AT` or `de_CH.UTF-8`; `nil` for a
    /// language that is not known.
    public init?(tag: String) {
        let tag = tag.prefix { $0 != "." && $0 != "@" }.lowercased().replacing("_", with: "-")
        let language = tag.prefix { $0 != "-" }
        guard let locale = Self(rawValue: tag) ?? Self(rawValue: String(language)) else {
            return nil
        }
        self = locale
    }

    /// Creates the locale that a web browser prefers (RFC 9110, section 12.5.4), by default
    /// English.
    public init(acceptLanguage: String) {
        self = Language.preferred(acceptLanguage: acceptLanguage, Self.init(tag:)) ?? .english
    }

    /// Separator of the cells.
    var separator: UInt8 {
        self == .english ? UInt8(ascii: ",") : UInt8(ascii: ";")
    }

    /// Decimal separator.
    var decimalSeparator: UInt8 {
        switch self {
        case .english, .swissGerman: UInt8(ascii: ".")
        default: UInt8(ascii: ",")
        }
    }
}
