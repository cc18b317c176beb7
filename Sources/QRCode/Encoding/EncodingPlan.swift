import CQRencode

/// Segments, version, level and ECI of a symbol, chosen before libqrencode encodes it.
struct EncodingPlan {
    /// Bits required for the UTF-8 ECI (ISO/IEC 18004, 7.4.2).
    ///
    /// The mode indicator and the assignment number take 12 bits. libqrencode 4 uses a larger
    /// version unless 16 more bits are free, although it does not use them.
    private static let eciBits = 4 + 8 + 16

    let segmentation: Segmentation
    private(set) var level: ErrorCorrection
    private(set) var hasUTF8ECI = false

    var version: Int { segmentation.version }

    init(of payload: [UInt8], level: ErrorCorrection) throws(QRCodeError) {
        segmentation = try Segmentation(of: payload, level: level)
        self.level = level
    }

    /// Adds the ECI if the payload is non-ASCII UTF-8 and the version has enough capacity.
    mutating func addUTF8ECI(for payload: [UInt8]) {
        hasUTF8ECI =
            fits(level, extra: Self.eciBits) && payload.contains { $0 >= 0x80 }
            && String(validating: payload, as: UTF8.self) != nil
    }

    /// Raises the level to the highest one that fits the version.
    mutating func boost() {
        let extra = hasUTF8ECI ? Self.eciBits : 0
        level = ErrorCorrection.allCases.last { $0 > level && fits($0, extra: extra) } ?? level
    }

    private func fits(_ level: ErrorCorrection, extra: Int) -> Bool {
        segmentation.bits + extra <= Capacity.bits(version: version, level: level)
    }

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
        CLibrary.isOutOfMemory ? .outOfMemory : .libraryError(library: "libqrencode")
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
