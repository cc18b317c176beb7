import FleetTestSupport

/// Headers of pictures of any size, with valid checksums and no data after them.
enum Headers {
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 6, 0, 0, 0])
    }

    static func jpeg(_ width: Int, _ height: Int) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
    }

    static func webp(_ width: Int, _ height: Int) -> [UInt8] {
        let sides = little(width - 1, 3) + little(height - 1, 3)
        return Array("RIFF".utf8) + little(22, 4) + Array("WEBPVP8X".utf8) + little(10, 4)
            + [0, 0, 0, 0] + sides
    }

    /// Returns a chunk of a PNG.
    static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return big(data.count, 4) + checked + big(Int(CRC32.checksum(checked)), 4)
    }

    /// Returns a PNG with corrected checksums, as far as its chunks can be read.
    static func withValidChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var (corrected, offset) = (bytes, 8)
        guard bytes.starts(with: png(1, 1)[..<8]) else { return bytes }
        while offset + 12 <= bytes.count {
            let count = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 8 + count
            guard end + 4 <= bytes.count else { break }
            let sum = CRC32.checksum(Array(bytes[offset + 4..<end]))
            corrected.replaceSubrange(end..<end + 4, with: big(Int(sum), 4))
            offset = end + 4
        }
        return corrected
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        little(number, count).reversed()
    }

    static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
