extension Symbol {
    /// Encoding mode of a segment (ISO/IEC 18004, 7.3); narrower modes compare less.
    ///
    /// There is no Kanji mode: it would interpret UTF-8 as Shift JIS.
    public enum Mode: Int, Sendable, Comparable {
        /// Digits 0 to 9, three in ten bits.
        case numeric
        /// Digits, capital letters, space and `$%*+-./:`, two in eleven bits.
        case alphanumeric
        /// Any byte.
        case byte

        /// Orders modes from the narrowest to the widest.
        public static func < (left: Mode, right: Mode) -> Bool { left.rawValue < right.rawValue }

        /// Creates the narrowest mode that can encode `byte` (ISO/IEC 18004, 7.3.3 to 7.3.5).
        init(narrowestFor byte: UInt8) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                self = .numeric
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: " "), UInt8(ascii: "$"),
                UInt8(ascii: "%"), UInt8(ascii: "*"), UInt8(ascii: "+"),
                UInt8(ascii: "-")...UInt8(ascii: "/"), UInt8(ascii: ":"):
                self = .alphanumeric
            default:
                self = .byte
            }
        }

        /// Length of a character in sixths of a bit: 10/3 bits for a digit, 11/2 for an
        /// alphanumeric character, 8 for a byte.
        ///
        /// The length of a segment is the sum, rounded up to whole bits.
        var sixthsPerCharacter: Int {
            switch self {
            case .numeric: 20
            case .alphanumeric: 33
            case .byte: 48
            }
        }

        /// Returns the length in bits of the mode indicator and the character count indicator
        /// (ISO/IEC 18004, table 3).
        func headerBits(version: Int) -> Int {
            let column = version < 10 ? 0 : version < 27 ? 1 : 2
            return switch self {
            case .numeric: 4 + 10 + 2 * column
            case .alphanumeric: 4 + 9 + 2 * column
            case .byte: column == 0 ? 4 + 8 : 4 + 16
            }
        }
    }
}
