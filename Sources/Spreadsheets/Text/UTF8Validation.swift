/// Check of bytes for well-formed UTF-8 (the Unicode Standard, table 3-7).
enum UTF8Validation {
    static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                while index + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                }
                guard index < bytes.count else { break }
                let length = lengthOfSequence(bytes, at: index)
                if length == 0 { return false }
                index += length
            }
            return true
        }
    }

    /// Returns the length of the sequence at an index; 0 if it is not well-formed.
    private static func lengthOfSequence(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let length: Int
        let second: ClosedRange<UInt8>
        switch bytes[index] {
        case ..<0x80: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return 0 }
        for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
