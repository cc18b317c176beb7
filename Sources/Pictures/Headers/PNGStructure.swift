import CZlib

/// Chunks of a PNG (PNG specification, section 5).
struct PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let info: PictureInfo

    /// Reads the size, and verifies the length and checksum of every chunk.
    init(_ bytes: [UInt8]) throws(PictureError) {
        var reader = ByteReader(bytes[Self.signature.count...])
        var (type, data) = try Self.chunk(&reader)
        guard type == "IHDR" else { throw .damaged("it does not start with a header") }
        var header = ByteReader(data)
        info = try PictureInfo(.png, width: header.bigEndian(4), height: header.bigEndian(4))
        while type != "IEND" { (type, data) = try Self.chunk(&reader) }
        guard reader.remaining == 0 else { throw .damaged("data follows its end") }
    }

    /// Reads the next chunk, and verifies its length and checksum.
    static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureError) -> (type: String, data: ArraySlice<UInt8>) {
        let count = try reader.bigEndian(4)
        let whole = try reader.take(4 + count)
        let sum = whole.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        guard try reader.bigEndian(4) == Int(sum) else { throw .damaged("a checksum is wrong") }
        return (String(decoding: whole.prefix(4), as: UTF8.self), whole.dropFirst(4))
    }
}
