import CQRencode

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension EncodingPlan {
    /// ECI assignment number of UTF-8.
    private static let utf8ECI: UInt32 = 26

    /// Encodes `payload` with libqrencode; returns the modules in the format of `Symbol.rows`.
    func rows(of payload: [UInt8]) throws(QRCodeError) -> [UInt8] {
        // With an explicit version, libqrencode does not search for one.
        guard let input = QRinput_new2(Int32(version), level.libraryLevel) else {
            throw Self.libraryError()
        }
        defer { QRinput_free(input) }
        try append(payload, to: input)
        guard let code = QRcode_encodeInput(input) else { throw Self.libraryError() }
        defer { QRcode_free(code) }
        // If the version is too small, libqrencode silently uses a larger one.
        guard code.pointee.width == Int32(Symbol.size(ofVersion: version)) else {
            throw .libraryError(library: "libqrencode")
        }
        return Self.packed(code.pointee)
    }

    private func append(_ payload: [UInt8], to input: OpaquePointer) throws(QRCodeError) {
        if hasUTF8ECI, QRinput_appendECIheader(input, Self.utf8ECI) != 0 {
            throw Self.libraryError()
        }
        let isComplete = payload.withUnsafeBufferPointer { payload in
            segmentation.segments.allSatisfy { segment in
                let bytes = UnsafeBufferPointer(rebasing: payload[segment.range])
                let mode = segment.mode.libraryMode
                return QRinput_append(input, mode, Int32(bytes.count), bytes.baseAddress) == 0
            }
        }
        guard isComplete else { throw Self.libraryError() }
    }

    /// Packs libqrencode's matrix, one byte per module with 1 for dark in the lowest bit.
    private static func packed(_ code: QRcode) -> [UInt8] {
        let size = Int(code.width)
        let modules = UnsafeBufferPointer(start: code.data, count: size * size)
        let rowBytes = Symbol.rowBytes(size: size)
        return [UInt8](unsafeUninitializedCapacity: size * rowBytes) { rows, count in
            count = size * rowBytes
            for y in 0..<size {
                for byte in 0..<rowBytes {
                    let first = 8 * byte
                    let last = min(first + 8, size)
                    var bits: UInt8 = 0
                    for x in first..<last { bits = bits << 1 | modules[y * size + x] & 1 }
                    rows[y * rowBytes + byte] = bits << UInt8(8 - (last - first))
                }
            }
        }
    }

    private static func libraryError() -> QRCodeError {
        errno == ENOMEM ? .outOfMemory : .libraryError(library: "libqrencode")
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
