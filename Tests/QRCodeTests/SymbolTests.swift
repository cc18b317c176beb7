import QRCode
import Testing

@Suite("Symbols")
struct SymbolTests {
    @Test("an empty payload is an error")
    func empty() {
        #expect(throws: QRCodeError.empty) { try Symbol([], level: .medium) }
    }

    @Test("the error for one character over the capacity gives the mode and its limit")
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

    @Test("a payload of megabytes is too long")
    func megabytes() {
        let payload = [UInt8](repeating: 0x30, count: 2_000_000)
        #expect(
            throws: QRCodeError.tooLong(
                mode: .numeric, count: 2_000_000, limit: 3057, level: .high)
        ) {
            try Symbol(payload, level: .high)
        }
    }

    @Test("modules outside of the symbol are light")
    func outside() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(symbol.size == 21)
        #expect(symbol[0, 0] && symbol[20, 0] && symbol[0, 20])
        for far in [-1, 21, 24, .min, .max] {
            #expect(!symbol[far, 0] && !symbol[0, far])
        }
    }

    @Test("symbols are equal if payload and level are equal")
    func equality() throws {
        let symbol = try Symbol("DCS-FEO".utf8, level: .medium)
        #expect(try symbol == Symbol(Array("DCS-FEO".utf8), level: .medium))
        #expect(try symbol != Symbol("DCS-FEP".utf8, level: .medium))
        #expect(try symbol != Symbol("DCS-FEO".utf8, level: .quartile))
    }

    @Test("levels are ordered by recovery capacity")
    func levels() {
        #expect(ErrorCorrection.allCases.sorted() == [.low, .medium, .quartile, .high])
        #expect(ErrorCorrection.allCases.map(\.rawValue) == ["L", "M", "Q", "H"])
    }
}
