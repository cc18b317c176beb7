/// QR code symbol: a square of dark and light modules, without the quiet zone (ISO/IEC 18004).
///
/// Extensions draw it: `image`, `terminalArt`.
///
///     let symbol = try Symbol(Array("https://example.com/v1".utf8), level: .medium)
///     let png = try symbol.image(.png, scale: 8)
public struct Symbol: Sendable, Equatable {
    /// Width of the standard quiet zone, in modules (ISO/IEC 18004, 6.3.8).
    public static let standardQuietZone = 4

    /// Allowed widths of the quiet zone of an image, in modules.
    public static let quietZones = 0...1000

    /// Version of the symbol, 1 to 40, which determines its size.
    public let version: Int

    /// Error correction level.
    public let level: ErrorCorrection

    /// Whether the symbol declares its payload as UTF-8 (extended channel interpretation 26).
    public let hasUTF8ECI: Bool

    /// The modules, row by row: each row starts a new byte, the leftmost module is the highest bit,
    /// and 1 is dark.
    @usableFromInline let rows: [UInt8]

    /// Modules per side, 21 to 177.
    @inlinable public var size: Int { Symbol.size(ofVersion: version) }

    /// Data mask pattern reference, 0 to 7 (ISO/IEC 18004, table 10).
    ///
    /// It is in bits 12 to 10 of the format information, at columns 2 to 4 of row 8. These bits are
    /// masked with 101, part of the mask 101010000010010 of the format information (7.9).
    public var mask: Int {
        (2...4).reduce(0) { bits, x in bits << 1 | (self[x, 8] ? 1 : 0) } ^ 0b101
    }

    /// Whether the module in column `x` and row `y`, from the top left, is dark.
    ///
    /// Modules outside of the symbol are light, as in its quiet zone.
    @inlinable public subscript(x: Int, y: Int) -> Bool {
        guard 0..<size ~= x, 0..<size ~= y else { return false }
        return rows[y * Symbol.rowBytes(size: size) + x / 8] & (0x80 >> UInt8(x % 8)) != 0
    }

    @inlinable static func size(ofVersion version: Int) -> Int { 17 + 4 * version }

    @inlinable static func rowBytes(size: Int) -> Int { (size + 7) / 8 }

    /// Returns the modules per side, quiet zone included.
    func size(withQuietZone quietZone: Int) throws(QRCodeError) -> Int {
        guard Symbol.quietZones.contains(quietZone) else { throw .quietZoneOutOfRange(quietZone) }
        return size + 2 * quietZone
    }
}

extension Symbol {
    /// Encodes `payload`, byte for byte, in the smallest symbol that holds it at `level` as one
    /// segment or with libqrencode's own segments.
    ///
    /// - Parameters:
    ///   - level: The minimum error correction level.
    ///   - boosted: Whether to use the highest level that does not enlarge the symbol.
    ///   - addingUTF8ECI: Whether to declare non-ASCII UTF-8 by extended channel interpretation 26
    ///     (ISO/IEC 18004, 7.4.2) if this does not enlarge the symbol. Without it, readers guess
    ///     the encoding, most of them correctly. The ECI has priority over a higher level.
    /// - Throws: `QRCodeError.empty`, `.tooLong`, `.outOfMemory` or `.libraryError`.
    public init(
        _ payload: some Collection<UInt8>, level: ErrorCorrection, boosted: Bool = false,
        addingUTF8ECI: Bool = false
    ) throws(QRCodeError) {
        guard !payload.isEmpty else { throw .empty }
        self = try SymbolEncoder(Array(payload))
            .symbol(level: level, boosted: boosted, addingUTF8ECI: addingUTF8ECI)
    }

    /// Returns the version of the smallest symbol that holds any `count` bytes at `level`; `nil` if
    /// there is none.
    ///
    /// A payload with digits or capital letters may fit a smaller version.
    public static func version(ofBytes count: Int, level: ErrorCorrection) -> Int? {
        Mode.byte.version(holding: count * Mode.byte.sixthsPerCharacter, level: level)
    }

    /// Returns the modules per side of a version (1 to 40), without the quiet zone.
    public static func modules(ofVersion version: Int) -> Int { size(ofVersion: version) }
}
