/// Repair of bytes that are not valid UTF-8.
///
/// Well-formed sequences are those of the Unicode Standard, table 3-7.
enum UTF8Repair {
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// Returns the bytes with each maximal invalid subpart replaced by U+FFFD, and their count.
    ///
    /// Returns `nil` if the bytes are valid.
    static func repairing(_ bytes: UnsafeBufferPointer<UInt8>) -> ([UInt8], Int)? {
        var repaired: [UInt8] = []
        var count = 0
        var valid = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                index += 1
                continue
            }
            let (length, isValid) = sequence(bytes, at: index)
            if !isValid {
                if count == 0 { repaired.reserveCapacity(bytes.count + 64) }
                repaired.append(contentsOf: bytes[valid..<index])
                repaired.append(contentsOf: replacement)
                count += 1
                valid = index + length
            }
            index += length
        }
        guard count > 0 else { return nil }
        repaired.append(contentsOf: bytes[valid...])
        return (repaired, count)
    }

    /// Returns the length of the sequence at `index`, or of its longest well-formed beginning.
    private static func sequence(
        _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (length: Int, isValid: Bool) {
        let lead = bytes[index]
        guard let (length, second) = form(of: lead) else { return (1, false) }
        for offset in 1..<length {
            let allowed = offset == 1 ? second : 0x80...0xBF
            guard index + offset < bytes.count, allowed.contains(bytes[index + offset]) else {
                return (offset, false)
            }
        }
        return (length, true)
    }

    /// Returns the length of a sequence from its first byte, and the valid range of its second
    /// byte.
    private static func form(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
