import FleetTestSupport
import QRCode
import Testing

@Suite("Independent decoders")
struct DecodingTests {
    @Test("payloads of every kind and length are read byte for byte", arguments: Decoder.allCases)
    func everyKind(decoder: Decoder) throws {
        var random = SeededGenerator(seed: 18004)
        var payloads: [[UInt8]] = []
        for kind in Payloads.Kind.allCases {
            for count in [1, 2, 3, 4, 7, 17, 40, 120, 400] {
                payloads.append(Payloads.make(kind, count: count, &random))
            }
        }
        try expect(decoder, reads: payloads.map { ($0, .medium) })
    }

    @Test("payloads at full capacity are read in each level and mode", arguments: Decoder.allCases)
    func fullCapacity(decoder: Decoder) throws {
        var random = SeededGenerator(seed: 7)
        var payloads: [([UInt8], ErrorCorrection)] = []
        for level in ErrorCorrection.allCases {
            for kind in [Payloads.Kind.digits, .alphanumerics, .binary] {
                let count = level.capacity(of: kind.mode)
                payloads.append((Payloads.make(kind, count: count, &random), level))
            }
        }
        try expect(decoder, reads: payloads)
    }

    @Test("bytes with a special meaning elsewhere are plain payload", arguments: Decoder.allCases)
    func specialBytes(decoder: Decoder) throws {
        let payloads: [[UInt8]] = [
            [0], [0, 0, 0], [65, 0, 66], [0xFF], [0x80], [0xEF, 0xBB, 0xBF], [0x0A], [0x0D, 0x0A],
            [0x1B, 0x5B, 0x6D], [0x1D, 0x30, 0x31], [0xFF, 0xFE, 0x41, 0], [0x93, 0x5F],
            [0xF0, 0x9F],
            Array("]Q3".utf8), Array("\\000026".utf8), Array("%%".utf8), Array(" A ".utf8),
            Array("DCS-FEO".utf8), Array("dcs-feo".utf8), Array("0123456789a".utf8),
        ]
        try expect(decoder, reads: payloads.map { ($0, .quartile) })
    }

    private func expect(_ decoder: Decoder, reads payloads: [([UInt8], ErrorCorrection)]) throws {
        let folder = try TemporaryFolder()
        for (index, (payload, level)) in payloads.enumerated() {
            let scale = payload.count > 400 ? 3 : 4
            let png = try Symbol(payload, level: level).image(.png, scale: scale)
            try folder.write(png, to: "\(index).png")
        }
        let read = try decoder.read(folder)
        for (index, (payload, level)) in payloads.enumerated() {
            #expect(read["\(index)"] == payload, "\(level), \(payload.count) bytes")
        }
    }
}
