/// Orientation of a stored picture, as recorded by cameras (Exif 2.32, tag 274).
///
/// The names are those of Core Graphics; the raw values are those of Exif.
enum PictureOrientation: Int {
    case up = 1
    case upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

    /// Whether the upright picture has width and height swapped.
    var swapsWidthAndHeight: Bool { rawValue >= 5 }

    /// Returns the stored position of a pixel of the upright picture; the size is that of the
    /// stored picture.
    func storedPosition(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .up: (x, y)
        case .upMirrored: (width - 1 - x, y)
        case .down: (width - 1 - x, height - 1 - y)
        case .downMirrored: (x, height - 1 - y)
        case .leftMirrored: (y, x)
        case .right: (y, height - 1 - x)
        case .rightMirrored: (width - 1 - y, height - 1 - x)
        case .left: (width - 1 - y, x)
        }
    }
}

extension PictureOrientation {
    /// Reads the orientation from an APP1 segment; returns `nil` if the segment has none.
    init?(exif segment: ArraySlice<UInt8>) {
        guard segment.starts(with: Array("Exif\0\0".utf8)),
            let value = try? Self.value(in: segment.dropFirst(6))
        else { return nil }
        self.init(rawValue: value)
    }

    /// Returns the tag's value in the first directory of a TIFF (TIFF 6.0, section 2), or 0.
    private static func value(in tiff: ArraySlice<UInt8>) throws(PictureError) -> Int {
        let isBigEndian = tiff.starts(with: Array("MM".utf8))
        func number(_ reader: inout ByteReader, _ count: Int) throws(PictureError) -> Int {
            isBigEndian ? try reader.bigEndian(count) : try reader.littleEndian(count)
        }
        var reader = ByteReader(tiff.dropFirst(4))
        let offset = try number(&reader, 4)
        reader = ByteReader(tiff.dropFirst(offset))
        for _ in 0..<(try number(&reader, 2)) {
            let tag = try number(&reader, 2)
            _ = try reader.take(6)
            let value = try number(&reader, 2)
            _ = try reader.take(2)
            if tag == 274 { return value }
        }
        return 0
    }
}
