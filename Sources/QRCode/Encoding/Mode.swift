extension Symbol {
    /// How the characters of a segment become bits (ISO/IEC 18004, 7.3); a narrower one is less.
    ///
    /// The Kanji mode is left out: it would take the bytes of UTF-8 for Shift JIS.
    public enum Mode: Int, CaseIterable, Sendable, Comparable {
        /// The digits 0 to 9, three in ten bits.
        case numeric
        /// Digits, capital letters, space and `$%*+-./:`, two in eleven bits.
        case alphanumeric
        /// Any byte.
        case byte

        /// Orders modes from the narrowest to the widest.
        public static func < (left: Mode, right: Mode) -> Bool { left.rawValue < right.rawValue }

        /// The narrowest mode that takes `byte` (ISO/IEC 18004, 7.3.3 to 7.3.5).
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

        /// The narrowest mode that takes all of `bytes`.
        init(narrowestFor bytes: [UInt8]) {
            var widest = Mode.numeric
            for byte in bytes where widest != .byte {
                widest = max(widest, Mode(narrowestFor: byte))
            }
            self = widest
        }

        /// The length of a character in sixths of a bit.
        ///
        /// 10/3 of a bit for a digit, 11/2 for an alphanumeric, 8 for a byte: the length of a
        /// segment is the sum, rounded up to whole bits.
        var sixthsPerCharacter: Int {
            switch self {
            case .numeric: 20
            case .alphanumeric: 33
            case .byte: 48
            }
        }

        /// The length in bits of mode indicator and character count (ISO/IEC 18004, table 3).
        func headerBits(_ versions: VersionRange) -> Int {
            switch (self, versions) {
            case (.numeric, .small): 4 + 10
            case (.numeric, .medium): 4 + 12
            case (.numeric, .large): 4 + 14
            case (.alphanumeric, .small): 4 + 9
            case (.alphanumeric, .medium): 4 + 11
            case (.alphanumeric, .large): 4 + 13
            case (.byte, .small): 4 + 8
            case (.byte, .medium), (.byte, .large): 4 + 16
            }
        }
    }
}
