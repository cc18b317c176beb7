import CPictures

/// A picture file without metadata, whose pixels are stored upright.
///
/// A JPEG is written again from its coefficients, without loss. Of a PNG and a WebP only the parts
/// that have pixels are left. What does not belong to the pixels is gone, also what follows the end
/// of a JPEG.
public struct CleanPicture: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Its format and size.
    public let info: PictureInfo

    /// Maximum size of the coefficients of a JPEG in memory, in bytes; lower for one with several
    /// scans, since each of them can change all coefficients.
    private static func bufferLimit(of structure: JPEGStructure) -> Int {
        structure.needsFullBuffer ? 160 << 20 : 320 << 20
    }

    /// Cleans a file.
    ///
    /// Memory use stays below about 350 MiB. A JPEG that needs more is `tooLarge`: one with full
    /// color resolution that is turned from 28 million pixels, one with several scans from half of
    /// that.
    public init(cleaning bytes: [UInt8]) throws(PictureError) {
        let clean =
            switch try PictureInfo(inspecting: bytes).format {
            case .jpeg: try Self.jpeg(bytes)
            case .png: try Self.upright(PNGStructure.cleaned(bytes))
            case .webp: try Self.upright(WebPStructure.cleaned(bytes))
            case .svg: throw .notAPicture
            }
        self.bytes = clean
        info = try PictureInfo(inspecting: clean)
    }

    private static func jpeg(_ bytes: [UInt8]) throws(PictureError) -> [UInt8] {
        let structure = try JPEGStructure(bytes)
        // Turning needs a second copy of the coefficients, of two bytes each.
        let copies = structure.orientation == .up ? 1 : 2
        guard 2 * structure.samples * copies <= bufferLimit(of: structure) else {
            throw .tooLarge(width: structure.info.width, height: structure.info.height)
        }
        do throws(PictureError) {
            return try EncodedFile.bytes { file in
                cpict_clean_jpeg(bytes, bytes.count, structure.orientation.turn, &file)
            }
        } catch .damaged {
            // The library cannot transform every sampling that it can decode.
            return try Raster(decoding: bytes, fitting: (Raster.maxSide, Raster.maxSide))
                .jpeg(quality: 92)
        }
    }

    /// Returns a PNG or a WebP, or its pixels upright if its metadata says that they are not.
    private static func upright(
        _ clean: (bytes: [UInt8], orientation: PictureOrientation)
    ) throws(PictureError) -> [UInt8] {
        guard clean.orientation != .up else { return clean.bytes }
        let box = (Raster.maxSide, Raster.maxSide)
        let raster = try Raster(decoding: clean.bytes, fitting: box)
        guard let png = raster.upright(from: clean.orientation).png else { throw .outOfMemory }
        return png
    }
}

extension Raster {
    /// Returns the picture as a JPEG; transparent pixels become white.
    /// - Parameter quality: From 1, the worst, to 100.
    public func jpeg(quality: Int) throws(PictureError) -> [UInt8] {
        var pixels = rgba
        for start in stride(from: 0, to: pixels.count, by: 4) where pixels[start + 3] < 255 {
            let alpha = Int(pixels[start + 3])
            for index in start..<start + 3 {
                let value = Int(pixels[index]) * alpha + 255 * (255 - alpha)
                pixels[index] = UInt8((value + 127) / 255)
            }
        }
        return try EncodedFile.bytes { [pixels] file in
            cpict_encode_jpeg(pixels, UInt32(width), UInt32(height), Int32(quality), &file)
        }
    }
}

/// A file that a library of C writes.
private enum EncodedFile {
    static func bytes(
        _ write: (inout cpict_file) -> cpict_status
    ) throws(PictureError) -> [UInt8] {
        var file = cpict_file()
        let status = write(&file)
        defer { cpict_free(&file) }
        switch status {
        case .done: return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        case .missing_library: throw .noDecoder(library: "libturbojpeg")
        case .damaged: throw .damaged("its pixels cannot be decoded")
        case .exhausted, .too_large: throw .outOfMemory
        }
    }
}

extension PictureOrientation {
    /// The turn that makes the stored pixels upright.
    fileprivate var turn: cpict_turn {
        switch self {
        case .up: .none
        case .upMirrored: .mirror_horizontally
        case .down: .half
        case .downMirrored: .mirror_vertically
        case .leftMirrored: .transpose
        case .right: .quarter
        case .rightMirrored: .transverse
        case .left: .three_quarters
        }
    }
}
