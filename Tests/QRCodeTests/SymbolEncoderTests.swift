import CQRencode
import FleetTestSupport
import Testing

@testable import QRCode

@Suite("Boosted levels and the UTF-8 ECI")
struct SymbolEncoderTests {
    @Test("an independent decoder reads the same version, level, mask and ECI")
    func properties() throws {
        let folder = try TemporaryFolder()
        var expected: [String: String] = [:]
        for (index, payload) in payloads(count: 100, seed: 18).enumerated() {
            let level = ErrorCorrection.allCases[index % 4]
            let symbol = try Symbol(
                payload, level: level, boosted: index % 3 != 0, addingUTF8ECI: index % 5 != 0)
            try folder.write(symbol.image(.png, scale: 3), to: "\(index).png")
            expected["\(index)"] =
                "\(symbol.version) \(symbol.level.rawValue) \(symbol.mask)"
                + (symbol.hasUTF8ECI ? " 26" : "")
        }
        #expect(try folder.texts(of: "decode.py", "symbol") == expected)
        #expect(expected.values.contains { $0.hasSuffix(" 26") })
    }

    @Test("a boosted symbol is not larger, and libqrencode needs a larger one for the next level")
    func boosted() throws {
        var boosts = 0
        for payload in payloads(count: 400, seed: 4) {
            for level in ErrorCorrection.allCases {
                let plain = try Symbol(payload, level: level)
                let symbol = try Symbol(payload, level: level, boosted: true)
                #expect(plain.level == level && !plain.hasUTF8ECI)
                #expect(symbol.version == plain.version && symbol.level >= level)
                boosts += symbol.level > level ? 1 : 0
                for higher in ErrorCorrection.allCases where higher > symbol.level {
                    #expect(libqrencodeVersion(payload, higher, eci: false) > symbol.version)
                }
            }
        }
        #expect(boosts > 100)
    }

    @Test("UTF-8 gets an ECI if and only if libqrencode needs no larger symbol for it")
    func eci() throws {
        for count in 1...90 {
            let payload = Array(String(repeating: "é", count: count).utf8)
            for level in ErrorCorrection.allCases {
                let symbol = try Symbol(payload, level: level, addingUTF8ECI: true)
                #expect(try symbol.version == Symbol(payload, level: level).version)
                let fits = libqrencodeVersion(payload, level, eci: true) == symbol.version
                #expect(symbol.hasUTF8ECI == fits, "\(count) at \(level)")
            }
        }
    }

    @Test(
        "ASCII and invalid UTF-8 get no ECI",
        arguments: [
            [0x41], [0x41, 0, 0x7F], [0xE9], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80],
            [0xFF, 0xC3],
            [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func withoutECI(payload: [UInt8]) throws {
        let symbol = try Symbol(payload, level: .low, addingUTF8ECI: true)
        #expect(try !symbol.hasUTF8ECI && symbol == Symbol(payload, level: .low))
    }

    @Test("an ECI has priority over a higher level, and neither enlarges the largest symbol")
    func priority() throws {
        // 9 bytes fit at level M (14) and at level Q (11), but with the ECI only at M.
        let payload = Array("ééééa".utf8)
        #expect(try Symbol(payload, level: .medium, boosted: true).level == .quartile)
        let both = try Symbol(payload, level: .medium, boosted: true, addingUTF8ECI: true)
        #expect(both.hasUTF8ECI && both.level == .medium && both.version == 1)
        let full = Array((String(repeating: "é", count: 1476) + "e").utf8)
        let largest = try Symbol(full, level: .low, boosted: true, addingUTF8ECI: true)
        #expect(largest.version == 40 && largest.level == .low && !largest.hasUTF8ECI)
    }

    @Test("the version for a number of bytes holds any bytes")
    func versionOfBytes() throws {
        for level in ErrorCorrection.allCases {
            for count in stride(from: 1, through: 1273, by: 53) {
                let symbol = try Symbol([UInt8](repeating: 0xE9, count: count), level: level)
                #expect(Symbol.version(ofBytes: count, level: level) == symbol.version)
                #expect(Symbol.modules(ofVersion: symbol.version) == symbol.size)
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

    /// Returns the version that libqrencode needs for one segment in byte mode; 41 if none fits.
    private func libqrencodeVersion(
        _ payload: [UInt8], _ level: ErrorCorrection, eci: Bool
    ) -> Int {
        let input = QRinput_new2(0, QRecLevel(rawValue: UInt32(level.rank)))
        defer { QRinput_free(input) }
        if eci { QRinput_appendECIheader(input, 26) }
        QRinput_append(input, QR_MODE_8, Int32(payload.count), payload)
        guard let code = QRcode_encodeInput(input) else { return 41 }
        defer { QRcode_free(code) }
        return Int(code.pointee.version)
    }
}
