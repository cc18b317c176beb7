/// A QR code: a square of dark and light modules (ISO/IEC 18004, "symbol"), quiet zone left out.
///
/// Every picture of it is an extension: `image`, `terminalArt`.
public struct Symbol: Sendable, Equatable {
    /// The modules around a symbol that the standard asks to be left light (ISO/IEC 18004, 6.3.8).
    public static let standardQuietZone = 4

    /// The quiet zones that a picture can have, in modules.
    public static let quietZones = 0...1000

    /// How large the symbol is, 1 to 40.
    public let version: Int

    /// How much of the symbol may be lost.
    public let level: ErrorCorrection

    /// Whether the payload is marked as UTF-8 (extended channel interpretation 26).
    public let marksUTF8: Bool

    /// The modules, row by row, each row from a new byte, the leftmost in the highest bit.
    ///
    /// 1 is dark.
    @usableFromInline let rows: [UInt8]

    /// Modules per side, 21 to 177.
    @inlinable public var size: Int { Symbol.size(ofVersion: version) }

    /// Which pattern was laid over the data, 0 to 7 (ISO/IEC 18004, table 10).
    ///
    /// The format information says it in bits 12 to 10, at columns 2 to 4 of row 8; over them lies
    /// 101, as in the whole of it 101010000010010 (7.9).
    public var mask: Int {
        (2...4).reduce(0) { bits, x in bits << 1 | (self[x, 8] ? 1 : 0) } ^ 0b101
    }

    /// Whether the module in column `x` and row `y`, from the top left, is dark.
    ///
    /// Outside of the symbol everything is light: that is its quiet zone.
    @inlinable public subscript(x: Int, y: Int) -> Bool {
        guard 0..<size ~= x, 0..<size ~= y else { return false }
        return rows[y * Symbol.rowBytes(size: size) + x / 8] & (0x80 >> UInt8(x % 8)) != 0
    }

    @inlinable static func size(ofVersion version: Int) -> Int { 17 + 4 * version }

    @inlinable static func rowBytes(size: Int) -> Int { (size + 7) / 8 }

    /// Modules per side with `quietZone` on both sides.
    func size(withQuietZone quietZone: Int) throws(QRCodeError) -> Int {
        guard Symbol.quietZones.contains(quietZone) else { throw .quietZoneOutOfRange(quietZone) }
        return size + 2 * quietZone
    }
}
