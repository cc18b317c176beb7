import CQRencode

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Symbol {
    /// Encodes `payload`, byte for byte, as the smallest symbol that holds it at `level`.
    ///
    /// The bytes are not marked with an encoding (no ECI): readers take text to be UTF-8.
    /// - Throws: `QRCodeError.empty`, `.tooLong`, `.outOfMemory` or `.refused`.
    public init(
        _ payload: some Collection<UInt8>, level: ErrorCorrection
    ) throws(QRCodeError) {
        guard !payload.isEmpty else { throw .empty }
        let bytes = Array(payload)
        let segmentation = try Segmentation(of: bytes, level: level)
        version = segmentation.version
        self.level = level
        rows = try Symbol.rows(segmentation, of: bytes, level: level)
    }

    /// Has libqrencode place the segments; the version is given, so that it does not search.
    private static func rows(
        _ segmentation: Segmentation, of payload: [UInt8], level: ErrorCorrection
    ) throws(QRCodeError) -> [UInt8] {
        guard let input = QRinput_new2(Int32(segmentation.version), level.libraryLevel) else {
            throw libraryError()
        }
        defer { QRinput_free(input) }
        for segment in segmentation.segments {
            let bytes = Array(payload[segment.range])
            let mode = segment.mode.libraryMode
            guard QRinput_append(input, mode, Int32(bytes.count), bytes) == 0 else {
                throw libraryError()
            }
        }
        guard let code = QRcode_encodeInput(input) else { throw libraryError() }
        defer { QRcode_free(code) }
        // It takes a larger version, without a word, when the one it is given does not do.
        guard code.pointee.width == Int32(size(ofVersion: segmentation.version)) else {
            throw .refused(library: "libqrencode")
        }
        return packed(code.pointee)
    }

    /// Packs the matrix of libqrencode, which has a byte a module: the lowest bit says dark.
    private static func packed(_ code: QRcode) -> [UInt8] {
        let size = Int(code.width)
        let rowBytes = rowBytes(size: size)
        var rows = [UInt8](repeating: 0, count: size * rowBytes)
        for y in 0..<size {
            for x in 0..<size where code.data[y * size + x] & 1 != 0 {
                rows[y * rowBytes + x / 8] |= 0x80 >> UInt8(x % 8)
            }
        }
        return rows
    }

    private static func libraryError() -> QRCodeError {
        errno == ENOMEM ? .outOfMemory : .refused(library: "libqrencode")
    }
}

extension ErrorCorrection {
    fileprivate var libraryLevel: QRecLevel {
        switch self {
        case .low: QR_ECLEVEL_L
        case .medium: QR_ECLEVEL_M
        case .quartile: QR_ECLEVEL_Q
        case .high: QR_ECLEVEL_H
        }
    }
}

extension Symbol.Mode {
    fileprivate var libraryMode: QRencodeMode {
        switch self {
        case .numeric: QR_MODE_NUM
        case .alphanumeric: QR_MODE_AN
        case .byte: QR_MODE_8
        }
    }
}
