import CPictures

/// A picture file without metadata, whose pixels are stored upright and are all there.
///
/// A JPEG is written again from its coefficients, without loss. One whose orientation cannot be
/// applied to these, because an edge ends within a block, or whose sampling they do not allow, is
/// decoded, turned, and written with quality 95 and full color resolution; inks (CMYK, YCCK) become
/// red, green and blue then, as browsers show them. Of a PNG and a WebP only the parts that have
/// pixels are left. Turned ones are written as PNG, with 8 bits per sample, but a WebP with loss
/// and without transparent pixels as such a JPEG. What does not belong to the pixels is gone, also
/// what follows the end of a JPEG.
public struct CleanPicture: Sendable {
    /// The file.
    public let bytes: [UInt8]
    /// Its format and size.
    public let info: PictureInfo

    /// Quality of a JPEG that is not written without loss.
    private static let quality: Int32 = 95

    /// Maximum size of the coefficients of a JPEG in memory, in bytes; lower for one with several
    /// scans, since each of them can change all coefficients.
    private static func bufferLimit(of structure: JPEGStructure) -> Int {
        structure.needsFullBuffer ? 160 << 20 : 320 << 20
    }

    /// Cleans a file.
    ///
    /// Memory use stays below about 350 MiB, the file and the result apart: 50 million pixels take
    /// 286 MiB while they are turned, three bytes each before and after. A JPEG whose coefficients
    /// need more is `tooLarge`: one with full color resolution that is turned from 28 million
    /// pixels, one with several scans from half of that; so is a WebP without loss that is turned,
    /// from 42 million. A turned PNG that gets larger than `PictureInfo.maxFileBytes` has
    /// `tooManyBytes`.
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
        let turn = structure.orientation.turn
        do throws(PictureError) {
            return try EncodedFile.bytes(of: structure.info) { file in
                cpict_clean_jpeg(bytes, bytes.count, turn, &file)
            }
        } catch .damaged {
            let colors = cpict_colors(rawValue: UInt32(structure.components)) ?? .rgb
            return try EncodedFile.bytes(turning: bytes, structure.info) { source, file in
                cpict_turn_jpeg(&source, colors, turn, quality, &file)
            }
        }
    }

    /// Returns a PNG or a WebP, or its pixels upright if its metadata says that they are not.
    private static func upright(
        _ clean: (bytes: [UInt8], orientation: PictureOrientation)
    ) throws(PictureError) -> [UInt8] {
        guard clean.orientation != .up else { return clean.bytes }
        let info = try PictureInfo(inspecting: clean.bytes)
        let (turn, limit) = (clean.orientation.turn, PictureInfo.maxFileBytes)
        return try EncodedFile.bytes(turning: clean.bytes, info) { source, file in
            info.format == .png
                ? cpict_turn_png(&source, turn, limit, &file)
                : cpict_turn_webp(&source, turn, quality, Raster.bufferLimit, limit, &file)
        }
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
        let info = try PictureInfo(.jpeg, width: width, height: height)
        return try EncodedFile.bytes(of: info) { [pixels] file in
            cpict_encode_jpeg(pixels, UInt32(width), UInt32(height), Int32(quality), &file)
        }
    }
}

/// A file that a library of C writes.
private enum EncodedFile {
    /// - Parameter info: The picture that is read or written, for errors.
    static func bytes(
        of info: PictureInfo, _ write: (inout cpict_file) -> cpict_status
    ) throws(PictureError) -> [UInt8] {
        var file = cpict_file()
        let status = write(&file)
        defer { cpict_free(&file) }
        switch status {
        case .done: return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        case .missing_library: throw .noDecoder(library: Raster.library(of: info.format))
        case .damaged: throw .damaged("its pixels cannot be decoded")
        case .too_large: throw .tooLarge(width: info.width, height: info.height)
        case .too_many_bytes: throw .tooManyBytes
        case .exhausted: throw .outOfMemory
        }
    }

    static func bytes(
        turning picture: [UInt8], _ info: PictureInfo,
        _ write: (inout cpict_source, inout cpict_file) -> cpict_status
    ) throws(PictureError) -> [UInt8] {
        try bytes(of: info) { file in
            picture.withUnsafeBufferPointer { picture in
                guard let first = picture.baseAddress else { return .damaged }
                var source = cpict_source(
                    bytes: first, count: picture.count, width: UInt32(info.width),
                    height: UInt32(info.height))
                return write(&source, &file)
            }
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
