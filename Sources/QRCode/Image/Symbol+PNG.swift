import CPNG

extension Symbol {
    /// The scales that an image can have, in pixels a module.
    public static let scales = 1...1000

    /// The most pixels that a side of an image can have.
    ///
    /// Many programs count pixels in 16 bits, and this many take 134 MB unpacked.
    public static let imageSideLimit = 32_767

    /// The symbol as a PNG file: greyscale, one bit a pixel, without metadata.
    ///
    /// - Parameters:
    ///   - scale: Pixels a module, in `scales`.
    ///   - quietZone: Light modules on each side, in `quietZones`.
    /// - Throws: `QRCodeError.scaleOutOfRange`, `.quietZoneOutOfRange`, `.imageTooLarge`,
    ///   `.outOfMemory` or `.refused`.
    public func png(
        scale: Int, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> [UInt8] {
        let modules = try size(withQuietZone: quietZone)
        guard Symbol.scales.contains(scale) else { throw .scaleOutOfRange(scale) }
        let (side, limit) = (modules * scale, Symbol.imageSideLimit)
        guard side <= limit else {
            throw .imageTooLarge(side: side, limit: limit, largestScale: limit / modules)
        }
        var bitmap = Bitmap(side: side)
        bitmap.appendLightRow(height: quietZone * scale)
        for y in 0..<size {
            bitmap.appendLightRow(height: scale)
            for x in 0..<size where self[x, y] {
                bitmap.darken(from: (quietZone + x) * scale, count: scale)
            }
        }
        bitmap.appendLightRow(height: quietZone * scale)
        return try bitmap.png()
    }
}

/// A square of pixels in which rows repeat; 1 is light, as in a greyscale PNG.
private struct Bitmap {
    private let side: Int
    private let rowBytes: Int
    private var rows: [UInt8] = []
    /// How often each row is drawn.
    private var heights: [UInt32] = []

    init(side: Int) {
        self.side = side
        rowBytes = (side + 7) / 8
    }

    mutating func appendLightRow(height: Int) {
        rows.append(contentsOf: repeatElement(0xFF, count: rowBytes))
        heights.append(UInt32(height))
    }

    /// Darkens `count` pixels of the last row, a byte at a time.
    mutating func darken(from start: Int, count: Int) {
        let row = rows.count - rowBytes
        let end = start + count
        var pixel = start
        while pixel < end {
            let next = min(end, (pixel / 8 + 1) * 8)
            let light = UInt8(0xFF) >> (pixel % 8) & UInt8(0xFF) << ((8 - next % 8) % 8)
            rows[row + pixel / 8] &= ~light
            pixel = next
        }
    }

    func png() throws(QRCodeError) -> [UInt8] {
        var file = cpng_file()
        let status = cpng_write_bilevel(rows, heights, heights.count, UInt32(side), &file)
        defer { cpng_file_free(&file) }
        switch status {
        case .done: return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        case .exhausted: throw .outOfMemory
        case .refused: throw .refused(library: "libpng")
        }
    }
}
