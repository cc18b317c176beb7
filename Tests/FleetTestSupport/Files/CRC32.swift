/// CRC-32 of gzip (RFC 1952, section 8) and PNG (annex D), computed by a table.
package enum CRC32 {
    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var state = UInt32.max
        for byte in bytes {
            state = state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
        }
        return ~state
    }

    private static let table = (0..<256 as Range<UInt32>).map { byte in
        (0..<8).reduce(byte) { state, _ in
            state & 1 == 1 ? state >> 1 ^ 0xEDB8_8320 : state >> 1
        }
    }
}
