/// How a stored picture is to be turned to stand upright, as cameras note it (Exif 2.32, tag 274).
enum PictureOrientation: Int {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, leaningMirrored, leaningRight
    case leaningLeftMirrored, leaningLeft

    /// Whether width and height change places.
    var swapsSides: Bool { rawValue >= 5 }

    /// Where the pixel of a place of the upright picture is stored, in a picture of that size.
    func stored(x: Int, y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
        switch self {
        case .upright: (x, y)
        case .mirrored: (width - 1 - x, y)
        case .upsideDown: (width - 1 - x, height - 1 - y)
        case .upsideDownMirrored: (x, height - 1 - y)
        case .leaningMirrored: (y, x)
        case .leaningRight: (y, height - 1 - x)
        case .leaningLeftMirrored: (width - 1 - y, height - 1 - x)
        case .leaningLeft: (width - 1 - y, x)
        }
    }
}

extension PictureOrientation {
    /// Reads it from an APP1 segment; `nil` if it is not told there.
    init?(exif segment: ArraySlice<UInt8>) {
        guard segment.starts(with: Array("Exif\0\0".utf8)),
            let told = try? Self.told(in: segment.dropFirst(6))
        else { return nil }
        self.init(rawValue: told)
    }

    /// The tag's value in the first directory of a TIFF (TIFF 6.0, section 2); 0 if it is not there.
    private static func told(in tiff: ArraySlice<UInt8>) throws(PictureFault) -> Int {
        let isBig = tiff.starts(with: Array("MM".utf8))
        func number(_ reader: inout ByteReader, _ count: Int) throws(PictureFault) -> Int {
            isBig ? try reader.big(count) : try reader.little(count)
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
