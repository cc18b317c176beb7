/// Decoder of Windows-1252, the code page of Western European Windows.
enum Windows1252 {
    /// Characters of the bytes 0x80 to 0x9F (the WHATWG's index-windows-1252), without the five that
    /// it maps to control characters.
    private static let upperControls: [UInt16] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
        0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]

    /// Decodes text; bytes that are control characters of no text are those of a binary file.
    static func decode(_ bytes: ArraySlice<UInt8>) throws(TableError) -> DecodedText {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            switch byte {
            case ..<0x09, 0x0E...0x1F: throw .notATable
            case ..<0x80: text.append(byte)
            case 0x80...0x9F:
                text.append(scalar: Unicode.Scalar(upperControls[Int(byte) - 0x80]) ?? "\u{FFFD}")
            default: text.append(scalar: Unicode.Scalar(byte))
            }
        }
        return DecodedText(
            bytes: text[...],
            warnings: ["The text is not UTF-8 and was decoded as Windows-1252"])
    }
}
