import CZBar
public import QRCode

/// Reads QR codes with zbar: symbols, as an independent check, and those in pictures.
///
/// Not safe to use from two threads at once; each worker has its own.
public final class SymbolReader {
    /// Pixels per module to try, since zbar reads some symbols only at certain scales.
    private static let scales = [3, 4, 5, 2]

    private let reader: OpaquePointer
    /// Image of the symbol, one byte per pixel.
    private var pixels: [UInt8] = []

    /// - Throws: `SymbolReaderError.missingLibrary` or `.outOfMemory`.
    public init() throws(SymbolReaderError) {
        guard czbar_is_there() else { throw .missingLibrary }
        guard let reader = czbar_reader_new() else { throw .outOfMemory }
        self.reader = reader
    }

    deinit { czbar_reader_free(reader) }

    /// Checks that a symbol decodes to its payload, byte for byte.
    /// - Throws: `SymbolReaderError.unreadable`, `.different` or `.outOfMemory`.
    public func verify(_ symbol: Symbol, holds payload: [UInt8]) throws(SymbolReaderError) {
        guard let read = try self.payload(of: symbol) else { throw .unreadable }
        guard read == payload else { throw .different }
    }

    /// Returns the payload of the symbol, or `nil` if it cannot be read.
    /// - Throws: `SymbolReaderError.outOfMemory`.
    public func payload(of symbol: Symbol) throws(SymbolReaderError) -> [UInt8]? {
        for scale in Self.scales {
            if let read = try read(symbol, scale: scale) { return read }
        }
        return nil
    }

    /// Returns the payload of the only QR code in a picture; `nil` if there is none, or more.
    ///
    /// - Parameter pixels: A byte for each pixel, row by row, 0 for black and 255 for white.
    /// - Throws: `SymbolReaderError.outOfMemory`.
    public func payload(
        in pixels: [UInt8], width: Int, height: Int
    ) throws(SymbolReaderError) -> [UInt8]? {
        guard width > 0, height > 0, pixels.count == width * height else { return nil }
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        switch czbar_read(reader, pixels, UInt32(width), UInt32(height), &bytes, &count) {
        case .read: return Array(UnsafeBufferPointer(start: bytes, count: count))
        case .unread: return nil
        case .exhausted: throw .outOfMemory
        }
    }

    /// Checks that a code on an image has exactly the modules of a symbol, and decodes to its
    /// payload.
    ///
    /// Where zbar cannot read the image, it reads the symbol at other scales.
    /// - Throws: `SymbolReaderError.unreadable`, `.different` or `.outOfMemory`.
    public func verify(
        _ code: PageImage.Code, of image: PageImage, shows symbol: Symbol, holds payload: [UInt8]
    ) throws(SymbolReaderError) {
        guard image.shows(symbol, at: code) else { throw .different }
        let side = crop(code, of: image)
        if let read = try self.payload(in: pixels, width: side, height: side) {
            guard read == payload else { throw .different }
        } else {
            try verify(symbol, holds: payload)
        }
    }

    /// Copies a code with the quiet zone around it, and returns the side in pixels.
    private func crop(_ code: PageImage.Code, of image: PageImage) -> Int {
        let margin = Symbol.standardQuietZone * code.dotsPerModule
        let side = code.modules * code.dotsPerModule + 2 * margin
        pixels.removeAll(keepingCapacity: true)
        pixels.reserveCapacity(side * side)
        for y in code.y - margin..<code.y - margin + side {
            for x in code.x - margin..<code.x - margin + side {
                pixels.append(image[x, y] ? 0 : 255)
            }
        }
        return side
    }

    private func read(_ symbol: Symbol, scale: Int) throws(SymbolReaderError) -> [UInt8]? {
        let side = draw(symbol, scale: scale)
        return try payload(in: pixels, width: side, height: side)
    }

    /// Draws the symbol with its quiet zone and returns the side in pixels.
    private func draw(_ symbol: Symbol, scale: Int) -> Int {
        let zone = Symbol.standardQuietZone
        let side = (symbol.size + 2 * zone) * scale
        pixels.removeAll(keepingCapacity: true)
        pixels.reserveCapacity(side * side)
        for y in -zone..<symbol.size + zone {
            let row = pixels.count
            for x in -zone..<symbol.size + zone {
                let tone: UInt8 = symbol[x, y] ? 0 : 255
                pixels.append(contentsOf: repeatElement(tone, count: scale))
            }
            for _ in 1..<scale { pixels.append(contentsOf: pixels[row..<row + side]) }
        }
        return side
    }
}

/// Error of verifying a symbol.
public enum SymbolReaderError: Error, Equatable, Sendable {
    /// zbar is not installed.
    case missingLibrary
    /// zbar cannot read the symbol.
    case unreadable
    /// zbar reads a different payload.
    case different
    /// There was not enough memory.
    case outOfMemory
}

extension PageImage {
    /// Returns whether every dot of a code has the tone of its module.
    fileprivate func shows(_ symbol: Symbol, at code: Code) -> Bool {
        guard symbol.size == code.modules else { return false }
        let side = code.modules * code.dotsPerModule
        return (0..<side).allSatisfy { y in
            (0..<side).allSatisfy { x in
                self[code.x + x, code.y + y]
                    == symbol[x / code.dotsPerModule, y / code.dotsPerModule]
            }
        }
    }
}
