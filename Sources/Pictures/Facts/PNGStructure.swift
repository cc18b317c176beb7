import CZlib

/// The chunks of a PNG (PNG specification, sections 5 and 11).
struct PNGStructure {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private(set) var facts: PictureFacts
    private let hasPalette: Bool
    private var stage = Stage.header

    /// What has come of the chunks that have an order.
    private enum Stage: Comparable {
        case header, palette, pixels, behindPixels
    }

    init(_ bytes: [UInt8]) throws(PictureFault) {
        var reader = ByteReader(bytes[Self.signature.count...])
        let header = try Self.chunk(&reader)
        guard header.type == "IHDR", header.data.count == 13 else {
            throw .damaged("it does not begin with a header")
        }
        (facts, hasPalette) = try Self.header(header.data)
        while true {
            let (type, data) = try Self.chunk(&reader)
            if type == "IEND" { break }
            try take(type, count: data.count)
        }
        guard stage >= .pixels else { throw .damaged("it has no pixels") }
        guard reader.rest == 0 else { throw .damaged("something follows its end") }
    }

    /// Takes a chunk whose checksum is right.
    private static func chunk(
        _ reader: inout ByteReader
    ) throws(PictureFault) -> (type: String, data: ArraySlice<UInt8>) {
        let count = try reader.big(4)
        guard count <= Int(Int32.max) else { throw .damaged("a chunk is too long") }
        let whole = try reader.take(4 + count)
        let sum = whole.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        guard try reader.big(4) == Int(sum) else { throw .damaged("a checksum is wrong") }
        let type = whole.prefix(4)
        guard type.allSatisfy({ (0x41...0x5A).contains($0 & ~0x20) }) else {
            throw .damaged("a chunk has no type")
        }
        return (String(decoding: type, as: UTF8.self), whole.dropFirst(4))
    }

    /// The size, and whether the pixels are numbers of colors.
    private static func header(
        _ data: ArraySlice<UInt8>
    ) throws(PictureFault) -> (PictureFacts, hasPalette: Bool) {
        var reader = ByteReader(data)
        let facts = try PictureFacts(.png, width: try reader.big(4), height: try reader.big(4))
        let (depth, color) = (try reader.big(1), try reader.big(1))
        let depths: [Int: [Int]] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        guard depths[color, default: []].contains(depth), try reader.big(1) == 0,
            try reader.big(1) == 0, try reader.big(1) <= 1
        else { throw .damaged("its header is wrong") }
        return (facts, color == 3)
    }

    private mutating func take(_ type: String, count: Int) throws(PictureFault) {
        switch type {
        case "PLTE":
            guard stage < .palette, count > 0, count % 3 == 0, count <= 3 * 256 else {
                throw .damaged("its palette is wrong")
            }
            stage = .palette
        case "IDAT":
            guard stage < .behindPixels, stage >= .palette || !hasPalette else {
                throw .damaged("its pixels are out of order")
            }
            stage = .pixels
        default:
            // A capital first letter says that no decoder can do without the chunk.
            guard type.first?.isLowercase == true else {
                throw .damaged("it has a chunk that no decoder knows")
            }
            if stage == .pixels { stage = .behindPixels }
        }
    }
}
