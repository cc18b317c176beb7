import CPNG

/// File format for images of symbols.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// Portable Network Graphics, with one bit per pixel.
    case png
    /// Scalable Vector Graphics.
    case svg

    /// Creates the format of a file name extension, ignoring case; `nil` for other extensions.
    public init?(fileExtension: some StringProtocol) {
        self.init(rawValue: fileExtension.lowercased())
    }
}

/// Writer for images of many symbols, one after the other.
///
/// It reuses its buffers and its compressor, so a worker with its own writer is faster than with
/// `Symbol.image(_:_:)` for each symbol.
public final class ImageWriter {
    private let writer: OpaquePointer

    /// Creates a writer.
    /// - Throws: `QRCodeError.outOfMemory`.
    public init() throws(QRCodeError) {
        guard let writer = cpng_writer_new() else { throw .outOfMemory }
        self.writer = writer
    }

    deinit { cpng_writer_free(writer) }

    /// Returns the symbol as an image file.
    ///
    /// - Throws: `QRCodeError.scaleOutOfRange`, `.quietZoneOutOfRange`, `.resolutionOutOfRange`,
    ///   `.imageTooLarge`, `.outOfMemory` or `.libraryError`.
    public func image(
        of symbol: Symbol, _ format: ImageFormat, _ style: ImageStyle
    ) throws(QRCodeError) -> [UInt8] {
        switch format {
        case .png: try png(of: symbol, style)
        case .svg: try symbol.svg(style)
        }
    }

    /// Returns a PNG with one bit per pixel: greyscale if black on white, else with a palette.
    private func png(of symbol: Symbol, _ style: ImageStyle) throws(QRCodeError) -> [UInt8] {
        _ = try symbol.side(of: style)
        var file = cpng_file()
        let status = symbol.rows.withUnsafeBufferPointer { rows in
            style.colors.components.withUnsafeBufferPointer { colors in
                guard let modules = rows.baseAddress else { return cpng_status.refused }
                var image = cpng_image(
                    modules: modules, side: UInt32(symbol.size),
                    quiet_zone: UInt32(style.quietZone), scale: UInt32(style.scale),
                    dots_per_metre: style.dotsPerMetre,
                    colors: colors.isEmpty ? nil : colors.baseAddress)
                return cpng_write(writer, &image, &file)
            }
        }
        switch status {
        case .done: return Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
        case .exhausted: throw .outOfMemory
        case .refused: throw .libraryError(library: "libpng")
        }
    }
}

extension ImageStyle {
    /// Resolution for the pHYs chunk, 0 for none (PNG, 11.3.5.3).
    fileprivate var dotsPerMetre: UInt32 {
        dotsPerInch.map { UInt32(($0 / 0.0254).rounded()) } ?? 0
    }
}

extension SymbolColors {
    /// Red, green and blue of both colors; empty for black on white.
    fileprivate var components: [UInt8] {
        self == .blackOnWhite
            ? [] : [foreground, background].flatMap { [$0.red, $0.green, $0.blue] }
    }
}

extension Symbol {
    /// Returns the symbol as an image file; for many symbols, use `ImageWriter`.
    ///
    /// - Throws: the errors of `ImageWriter.image(of:_:_:)`.
    public func image(
        _ format: ImageFormat, _ style: ImageStyle
    ) throws(QRCodeError) -> [UInt8] {
        try ImageWriter().image(of: self, format, style)
    }

    /// Returns the symbol as an image file, black on white.
    ///
    /// - Throws: the errors of `ImageWriter.image(of:_:_:)`.
    public func image(
        _ format: ImageFormat, scale: Int, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> [UInt8] {
        try image(format, ImageStyle(scale: scale, quietZone: quietZone))
    }
}
