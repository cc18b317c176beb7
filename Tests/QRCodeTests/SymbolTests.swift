import CQRencode
import Testing

@testable import QRCode

@Suite("Symbols")
struct SymbolTests {
    @Test("nothing makes no symbol")
    func empty() {
        #expect(throws: QRCodeError.empty) { try Symbol([], level: .medium) }
    }

    @Test("one character over the capacity is told with the mode and its limit")
    func tooLong() {
        for level in ErrorCorrection.allCases {
            for (character, mode) in [
                ("7", Symbol.Mode.numeric), ("A", .alphanumeric), ("é", .byte),
            ] {
                let limit = level.capacity(of: mode)
                let bytes = Array(
                    String(repeating: character, count: limit + 1).utf8.prefix(limit + 1))
                #expect(
                    throws: QRCodeError.tooLong(
                        mode: mode, count: limit + 1, limit: limit, level: level)
                ) {
                    try Symbol(bytes, level: level)
                }
            }
        }
    }

    @Test("a payload of megabytes is refused like any other")
    func megabytes() {
        let payload = [UInt8](repeating: 0x30, count: 2_000_000)
        #expect(
            throws: QRCodeError.tooLong(
                mode: .numeric, count: 2_000_000, limit: 3057, level: .high)
        ) {
            try Symbol(payload, level: .high)
        }
    }

    @Test("a payload fits if a split does, where no single mode holds it")
    func splitFits() throws {
        let payload = Array(
            (String(repeating: "7", count: 6_000) + String(repeating: "a", count: 450)).utf8)
        #expect(payload.count > ErrorCorrection.low.capacity(of: .byte))
        #expect(try Symbol(payload, level: .low).version == 40)
    }

    @Test("no symbol is larger than with the split of libqrencode")
    func neverLarger() throws {
        var random = SeededGenerator(seed: 42)
        for _ in 0..<200 {
            let count = Int.random(in: 1...300, using: &random)
            let payload = Payloads.make(.mixed, count: count, &random).filter { $0 != 0 }
            guard !payload.isEmpty else { continue }
            let level = ErrorCorrection.allCases.randomElement(using: &random)!
            let text = (payload + [0]).map { CChar(bitPattern: $0) }
            let theirs = QRcode_encodeString(
                text, 0, QRecLevel(rawValue: UInt32(level.rank)), QR_MODE_8, 1)
            defer { QRcode_free(theirs) }
            let version = try #require(theirs).pointee.version
            #expect(try Symbol(payload, level: level).version <= Int(version))
        }
    }

    @Test("everything outside of the symbol is light")
    func outside() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(symbol.size == 21)
        #expect(symbol[0, 0] && symbol[20, 0] && symbol[0, 20])
        for far in [-1, 21, 24, .min, .max] {
            #expect(!symbol[far, 0] && !symbol[0, far])
        }
    }

    @Test("the same payload gives the same symbol, another one another")
    func equality() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(try symbol == Symbol(Array("DCS-FEO".utf8), level: .medium))
        #expect(try symbol != Symbol("DCS-FEP".utf8, level: .medium))
        #expect(try symbol != Symbol("DCS-FEO".utf8, level: .quartile))
    }

    @Test("levels are in order of what they restore")
    func levels() {
        #expect(ErrorCorrection.allCases.sorted() == [.low, .medium, .quartile, .high])
        #expect(ErrorCorrection.allCases.map(\.rawValue) == ["L", "M", "Q", "H"])
    }
}
