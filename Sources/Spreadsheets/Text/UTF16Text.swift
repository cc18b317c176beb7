/// Decoder of UTF-16 text.
enum UTF16Text {
    static func decode(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool
    ) throws(TableError) -> DecodedText {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        let isRepaired = bytes.withUnsafeBytes { append($0, isBigEndian: isBigEndian, to: &text) }
        while text.last == 0 { text.removeLast() }
        guard !text.contains(0) else { throw .notATable }
        let warnings = isRepaired ? ["Characters that are not UTF-16 were replaced by U+FFFD"] : []
        return TextDecoder.removingMarks(DecodedText(bytes: text[...], warnings: warnings))
    }

    /// Appends text in UTF-8; returns whether it had to be repaired.
    private static func append(
        _ bytes: UnsafeRawBufferPointer, isBigEndian: Bool, to text: inout [UInt8]
    ) -> Bool {
        func unit(_ index: Int) -> UInt32 {
            let unit = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
            return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
        }
        var isRepaired = bytes.count & 1 != 0
        var index = 0
        while index + 1 < bytes.count {
            let first = unit(index)
            index += 2
            var scalar = Unicode.Scalar(first)
            if first & 0xFC00 == 0xD800, index + 1 < bytes.count {
                let second = unit(index)
                if second & 0xFC00 == 0xDC00 {
                    scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
                    index += 2
                }
            }
            if scalar == nil { isRepaired = true }
            text.append(scalar: scalar ?? "\u{FFFD}")
        }
        return isRepaired
    }
}

extension [UInt8] {
    /// Appends a character in UTF-8.
    @inline(__always)
    mutating func append(scalar: Unicode.Scalar) {
        if scalar.isASCII {
            append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            append(contentsOf: UTF8.encode(scalar).unsafelyUnwrapped)
        }
    }
}
