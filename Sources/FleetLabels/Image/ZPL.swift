import CZlib
import Foundation

/// Labels in the language of Zebra's printers (ZPL II Programming Guide).
public enum ZPL {
    /// Maximum number of bytes of a graphic field, uncompressed (^GF, parameters b and c).
    ///
    /// Printers cut longer ones off.
    private static let fieldLimit = 99_999

    /// Returns a label that is printed as its image, dot by dot.
    ///
    /// - Parameters:
    ///   - image: The label, at the resolution of the printer.
    ///   - copies: The number of copies, which the printer makes.
    public static func label(_ image: PageImage, copies: Int) -> [UInt8] {
        var label = Array("^XA\n^PW\(image.width)^LL\(image.height)^LH0,0\n".utf8)
        let rowsPerField = max(1, fieldLimit / image.bytesPerRow)
        for top in stride(from: 0, to: image.height, by: rowsPerField) {
            let bottom = min(top + rowsPerField, image.height)
            let rows = image.rows[top * image.bytesPerRow..<bottom * image.bytesPerRow]
            label += Array(
                "^FO0,\(top)^GFA,\(rows.count),\(rows.count),\(image.bytesPerRow),".utf8)
            label += data(Array(rows)) + Array("^FS\n".utf8)
        }
        label += Array("^PQ\(max(1, copies))\n^XZ\n".utf8)
        return label
    }

    /// Returns the data of a graphic field: compressed, in Base64, and with a checksum ("ZB64
    /// Encoding and Compression"); uncompressed if there is not enough memory.
    private static func data(_ rows: [UInt8]) -> [UInt8] {
        let compressed = compressed(rows)
        let encoding = compressed == nil ? "B64" : "Z64"
        let base64 = [UInt8](Data(compressed ?? rows).base64EncodedData())
        let checksum = String(0x10000 + Int(checksum(base64)), radix: 16, uppercase: true)
        return Array(":\(encoding):".utf8) + base64 + Array(":\(checksum.dropFirst())".utf8)
    }

    private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
        var count = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(count))
        guard
            compress2(
                &compressed, &count, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK
        else { return nil }
        compressed.removeSubrange(Int(count)...)
        return compressed
    }

    /// Returns the checksum of bytes: CRC-16 with the polynomial 1021, which begins with 0.
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
        bytes.reduce(0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt16(byte) << 8) { value, _ in
                value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x1021
            }
        }
    }
}
