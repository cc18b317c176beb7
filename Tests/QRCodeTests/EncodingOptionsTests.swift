import CQRencode
import Testing

@testable import QRCode

@Suite("Boosted levels and marked text")
struct EncodingOptionsTests {
    @Test("version, level, mask and mark are those that an independent decoder reads")
    func facts() throws {
        let folder = try TemporaryFolder()
        var expected: [String: String] = [:]
        for (index, payload) in payloads(count: 100, seed: 18).enumerated() {
            let level = ErrorCorrection.allCases[index % 4]
            let symbol = try Symbol(
                payload, level: level, boosted: index % 3 != 0, markingUTF8: index % 5 != 0)
            try folder.write(symbol.image(.png, scale: 3), as: "\(index).png")
            expected["\(index)"] =
                "\(symbol.version) \(symbol.level.rawValue) \(symbol.mask)"
                + (symbol.marksUTF8 ? " 26" : "")
        }
        #expect(try folder.texts(of: "decode.py", "symbol") == expected)
        #expect(expected.values.contains { $0.hasSuffix(" 26") })
    }

    @Test("a boosted symbol is no larger, and libqrencode finds no room for the next level")
    func boosted() throws {
        var boosts = 0
        for payload in payloads(count: 400, seed: 4) {
            for level in ErrorCorrection.allCases {
                let plain = try Symbol(payload, level: level)
                let symbol = try Symbol(payload, level: level, boosted: true)
                #expect(plain.level == level && !plain.marksUTF8)
                #expect(symbol.version == plain.version && symbol.level >= level)
                boosts += symbol.level > level ? 1 : 0
                for higher in ErrorCorrection.allCases where higher > symbol.level {
                    #expect(theirVersion(payload, higher, marked: false) > symbol.version)
                }
            }
        }
        #expect(boosts > 100)
    }

    @Test("UTF-8 is marked if, and only if, libqrencode needs no larger symbol for it")
    func marked() throws {
        for count in 1...90 {
            let payload = Array(String(repeating: "é", count: count).utf8)
            for level in ErrorCorrection.allCases {
                let symbol = try Symbol(payload, level: level, markingUTF8: true)
                #expect(try symbol.version == Symbol(payload, level: level).version)
                let room = theirVersion(payload, level, marked: true) == symbol.version
                #expect(symbol.marksUTF8 == room, "\(count) at \(level)")
            }
        }
    }

    @Test(
        "ASCII and what is not UTF-8 are not marked",
        arguments: [
            [0x41], [0x41, 0, 0x7F], [0xE9], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xFF, 0xC3],
            [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func unmarked(payload: [UInt8]) throws {
        let symbol = try Symbol(payload, level: .low, markingUTF8: true)
        #expect(try !symbol.marksUTF8 && symbol == Symbol(payload, level: .low))
    }

    @Test("a mark goes before a higher level, and neither enlarges the largest symbol")
    func order() throws {
        // 12 bytes of 14 at level M, 8 of 11 at Q: the mark leaves no room for Q.
        let payload = Array("ééééa".utf8)
        #expect(try Symbol(payload, level: .medium, boosted: true).level == .quartile)
        let both = try Symbol(payload, level: .medium, boosted: true, markingUTF8: true)
        #expect(both.marksUTF8 && both.level == .medium && both.version == 1)
        let full = Array((String(repeating: "é", count: 1476) + "e").utf8)
        let largest = try Symbol(full, level: .low, boosted: true, markingUTF8: true)
        #expect(largest.version == 40 && largest.level == .low && !largest.marksUTF8)
    }

    @Test("the version is told without encoding, and so is why there is none")
    func version() throws {
        for payload in payloads(count: 50, seed: 9) {
            let symbol = try Symbol(payload, level: .high)
            #expect(try Symbol.version(of: payload, level: .high) == symbol.version)
        }
        #expect(throws: QRCodeError.empty) { try Symbol.version(of: [], level: .low) }
        let error = QRCodeError.tooLong(mode: .byte, count: 2954, limit: 2953, level: .low)
        #expect(throws: error) {
            try Symbol.version(of: [UInt8](repeating: 0xE9, count: 2954), level: .low)
        }
    }

    @Test("the version for any bytes of a length is that of the widest of them")
    func versionOfBytes() throws {
        for level in ErrorCorrection.allCases {
            for count in stride(from: 1, through: 1273, by: 53) {
                let bytes = [UInt8](repeating: 0xE9, count: count)
                let version = try #require(Symbol.version(ofBytes: count, level: level))
                #expect(try version == Symbol.version(of: bytes, level: level))
                #expect(try Symbol.modules(ofVersion: version) == Symbol(bytes, level: level).size)
            }
            let limit = level.capacity(of: .byte)
            #expect(Symbol.version(ofBytes: limit, level: level) == 40)
            #expect(Symbol.version(ofBytes: limit + 1, level: level) == nil)
        }
    }

    private func payloads(count: Int, seed: UInt64) -> [[UInt8]] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let kind = Payloads.Kind.allCases[index % Payloads.Kind.allCases.count]
            return Payloads.make(kind, count: .random(in: 1...60, using: &random), &random)
        }
    }

    /// The version that libqrencode needs for the bytes as they are, in one segment; 41 if none.
    private func theirVersion(
        _ payload: [UInt8], _ level: ErrorCorrection, marked: Bool
    ) -> Int {
        let input = QRinput_new2(0, QRecLevel(rawValue: UInt32(level.rank)))
        defer { QRinput_free(input) }
        if marked { QRinput_appendECIheader(input, 26) }
        QRinput_append(input, QR_MODE_8, Int32(payload.count), payload)
        guard let code = QRcode_encodeInput(input) else { return 41 }
        defer { QRcode_free(code) }
        return Int(code.pointee.version)
    }
}
