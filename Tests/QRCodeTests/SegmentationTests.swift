import CQRencode
import FleetTestSupport
import Testing

@testable import QRCode

@Suite("Segmentation")
struct SegmentationTests {
    @Test("the mode of a byte is the narrowest one that can encode it")
    func narrowest() {
        let alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8
        for byte in UInt8.min...UInt8.max {
            let mode = Symbol.Mode(narrowestFor: byte)
            #expect((mode == .numeric) == "0123456789".utf8.contains(byte))
            #expect((mode != .byte) == alphanumerics.contains(byte))
        }
    }

    @Test("a payload is one segment if libqrencode's segments need the same version")
    func whole() throws {
        let payload = "abc0123456"
        let symbol = try Symbol(payload.utf8, level: .low)
        #expect(symbol.version == 1)
        #expect(symbol.hasModules(of: oneSegment(Array(payload.utf8), .low)))
        #expect(!symbol.hasModules(of: libqrencodeSegments(payload, .low)))
    }

    @Test("a payload has libqrencode's segments if these need a smaller version")
    func split() throws {
        for payload in ["id=01234567890123456789", "ABCD01234567890123456789012345"] {
            let symbol = try Symbol(payload.utf8, level: .low)
            #expect(symbol.version == 1)
            #expect(symbol.hasModules(of: libqrencodeSegments(payload, .low)))
        }
    }

    @Test("a payload with a NUL is one segment in byte mode", arguments: ErrorCorrection.allCases)
    func withNUL(level: ErrorCorrection) throws {
        for payload in [[0], Array("id=\0".utf8) + [UInt8](repeating: 0x37, count: 100)] {
            let symbol = try Symbol(payload, level: level)
            #expect(symbol.hasModules(of: oneSegment(payload, level)))
        }
    }

    @Test("a payload with an ECI is one segment, but a smaller version has priority over an ECI")
    func withECI() throws {
        let declared = try Symbol("é=0123".utf8, level: .low, addingUTF8ECI: true)
        #expect(declared.hasUTF8ECI)
        #expect(declared.hasModules(of: oneSegment(Array("é=0123".utf8), .low, eci: 26)))
        let digits = "é=01234567890123456789"
        let smaller = try Symbol(digits.utf8, level: .low, addingUTF8ECI: true)
        #expect(smaller.version == 1 && !smaller.hasUTF8ECI)
        #expect(smaller.hasModules(of: libqrencodeSegments(digits, .low)))
    }

    @Test("a payload that no single mode can hold fits with libqrencode's segments")
    func splitFits() throws {
        let payload = Array(
            (String(repeating: "7", count: 6_000) + String(repeating: "a", count: 450)).utf8)
        #expect(payload.count > ErrorCorrection.low.capacity(of: .byte))
        #expect(try Symbol(payload, level: .low).version == 40)
    }

    @Test("no symbol is larger than that of the program qrencode for the same text and level")
    func neverLarger() throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 42)
        var versions: [String: Int?] = [:]
        for kind in Payloads.Kind.allCases {
            for count in [3, 11, 17, 23, 36, 60, 61, 150, 400, 1200, 2331, 2952, 4000] {
                for index in 0..<2 {
                    let payload = Payloads.make(kind, count: count, &random).filter { $0 != 0 }
                    let level = ErrorCorrection.allCases[(count + index) % 4]
                    let name = "\(kind)-\(count)-\(index)-\(level.rawValue)"
                    try folder.write(payload, to: name)
                    versions[name] = .some(try? Symbol(payload, level: level).version)
                }
            }
        }
        let programs = try folder.texts(of: "versions.py")
        #expect(programs.count == versions.count)
        for (name, program) in programs {
            guard let limit = Int(program) else { continue }
            #expect((versions[name] ?? nil) ?? 41 <= limit, "\(name)")
        }
        #expect(programs.values.contains("40"))
    }

    private func oneSegment(
        _ payload: [UInt8], _ level: ErrorCorrection, eci: UInt32? = nil
    ) -> UnsafeMutablePointer<QRcode>? {
        let input = QRinput_new2(0, QRecLevel(rawValue: UInt32(level.rank)))
        defer { QRinput_free(input) }
        if let eci { QRinput_appendECIheader(input, eci) }
        QRinput_append(input, QR_MODE_8, Int32(payload.count), payload)
        return QRcode_encodeInput(input)
    }

    private func libqrencodeSegments(
        _ text: String, _ level: ErrorCorrection
    ) -> UnsafeMutablePointer<QRcode>? {
        QRcode_encodeString(text, 0, QRecLevel(rawValue: UInt32(level.rank)), QR_MODE_8, 1)
    }
}

extension Symbol {
    /// Returns whether the modules are those of a symbol of libqrencode, which it frees.
    fileprivate func hasModules(of code: UnsafeMutablePointer<QRcode>?) -> Bool {
        guard let code else { return false }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width == size else { return false }
        return (0..<width * width).allSatisfy { index in
            self[index % width, index / width] == (code.pointee.data[index] & 1 == 1)
        }
    }
}
