import CQRencode
import Testing

@testable import QRCode

@Suite("Capacity")
struct CapacityTests {
    @Test(
        "the capacity of the largest symbol matches the standard",
        arguments: [
            (ErrorCorrection.low, 7089, 4296, 2953), (.medium, 5596, 3391, 2331),
            (.quartile, 3993, 2420, 1663), (.high, 3057, 1852, 1273),
        ])
    func largest(level: ErrorCorrection, digits: Int, alphanumerics: Int, bytes: Int) {
        #expect(level.capacity(of: .numeric) == digits)
        #expect(level.capacity(of: .alphanumeric) == alphanumerics)
        #expect(level.capacity(of: .byte) == bytes)
    }

    @Test("the byte capacity of each version is the same as libqrencode's")
    func everyVersion() {
        for level in ErrorCorrection.allCases {
            for version in 1...40 {
                let bits = Capacity.bits(version: version, level: level)
                let count = (bits - Symbol.Mode.byte.headerBits(version: version)) / 8
                #expect(smallestVersion(bytes: count, level) == version)
                #expect(smallestVersion(bytes: count + 1, level) != version)
                #expect(Symbol.version(ofBytes: count, level: level) == version)
                #expect(Symbol.version(ofBytes: count + 1, level: level) != version)
            }
        }
    }

    /// Returns the version that libqrencode selects; `nil` if there is none for this many bytes.
    private func smallestVersion(bytes count: Int, _ level: ErrorCorrection) -> Int? {
        let bytes = [UInt8](repeating: 0xE9, count: count)
        let input = QRinput_new2(0, QRecLevel(rawValue: UInt32(level.rank)))
        defer { QRinput_free(input) }
        QRinput_append(input, QR_MODE_8, Int32(count), bytes)
        guard let code = QRcode_encodeInput(input) else { return nil }
        defer { QRcode_free(code) }
        return Int(code.pointee.version)
    }
}
