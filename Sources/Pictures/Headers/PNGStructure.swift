import CZlib

/// Chunks of a PNG (PNG specification, sections 5 and 11).
struct PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var info: PictureInfo
    private let hasPalette: Bool
    private var stage = Stage.header

    /// Progress through the chunks with a fixed order.
    private enum Stage: Comparable {
        case header, palette, pixels, afterPixels
    }

    init(_ bytes: [UInt8]) throws(PictureError) {
        var reader = ByteReader(bytes[Self.signature.count...])
        let header = try Self.chunk(&reader)
        guard header.type == "IHDR", header.data.count == 13 else {
            throw .damaged("it does not start with a header")
        }
        (info, hasPalette) = try Self.header(header.data)
        while true {
            let (type, data) = try Self.chunk(&reader)
            if type == "IEND" { break }
            try process(type, count: data.count)
        }
        guard stage >= .pixels else { throw .damaged("it has no pixels") }
        guard reader.remaining == 0 else { throw .damaged("data follows its end") }
    }

    /// Reads a chunk and verifies its checksum.
    private static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureError) -> (type: String, data: ArraySlice<UInt8>) {
        let count = try reader.bigEndian(4)
        guard count <= Int(Int32.max) else { throw .damaged("a chunk is too long") }
        let whole = try reader.take(4 + count)
        let sum = whole.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        guard try reader.bigEndian(4) == Int(sum) else { throw .damaged("a checksum is wrong") }
        let type = whole.prefix(4)
        guard type.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) }) else {
            throw .damaged("the type of a chunk is invalid")
        }
        return (String(decoding: type, as: UTF8.self), whole.dropFirst(4))
    }

    /// Reads the size, and whether the pixels are palette indices.
    private static func header(
        _ data: ArraySlice<UInt8>
    ) throws(PictureError) -> (PictureInfo, hasPalette: Bool) {
        var reader = ByteReader(data)
        let (width, height) = (try reader.bigEndian(4), try reader.bigEndian(4))
        let info = try PictureInfo(.png, width: width, height: height)
        let (depth, color) = (try reader.bigEndian(1), try reader.bigEndian(1))
        let depths: [Int: [Int]] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[color, default: []].contains(depth), try reader.bigEndian(1) == 0,
            try reader.bigEndian(1) == 0, try reader.bigEndian(1) <= 1
        else { throw .damaged("its header is invalid") }
        return (info, color == 3)
    }

    private mutating func process(_ type: String, count: Int) throws(PictureError) {
        switch type {
        case "PLTE":
            guard stage < .palette, count > 0, count % 3 == 0, count <= 3 * 256 else {
                throw .damaged("its palette is invalid")
            }
            stage = .palette
        case "IDAT":
            guard stage < .afterPixels, stage >= .palette || !hasPalette else {
                throw .damaged("its pixels are misplaced")
            }
            stage = .pixels
        default:
            // A chunk whose type starts with a capital letter is critical.
            guard type.first?.isLowercase == true else {
                throw .damaged("it has an unknown critical chunk")
            }
            if stage == .pixels { stage = .afterPixels }
        }
    }
}
