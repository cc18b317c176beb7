import CZlib

extension Raster {
    /// The picture as a PNG file; nil if there is not enough memory.
    public var png: [UInt8]? {
        var rows: [UInt8] = []
        rows.reserveCapacity(rgba.count + height)
        for start in stride(from: 0, to: rgba.count, by: 4 * width) {
            // Each row starts with its filter type: none.
            rows.append(0)
            rows += rgba[start..<start + 4 * width]
        }
        guard let compressed = Self.compressed(rows) else { return nil }
        // Eight bits each for red, green, blue and alpha.
        let header = Self.bigEndian(width) + Self.bigEndian(height) + [8, 6, 0, 0, 0]
        return PNGStructure.signature + Self.chunk("IHDR", header)
            + Self.chunk("IDAT", compressed) + Self.chunk("IEND", [])
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&compressed, &count, bytes, uLong(bytes.count), 6) == Z_OK else {
            return nil
        }
        compressed.removeLast(compressed.count - Int(count))
        return compressed
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + data
        return bigEndian(data.count) + checked
            + bigEndian(Int(crc32_z(0, checked, checked.count)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
