import CQRencode

/// Encoder of a payload with libqrencode.
///
/// The symbol has one segment unless libqrencode's own segments fit a smaller version, because
/// readers guess the text encoding per segment.
struct SymbolEncoder {
    private let payload: [UInt8]
    /// The narrowest mode for the whole payload.
    private let mode: Symbol.Mode
    /// Length of the payload as one segment without its header, in sixths of a bit.
    private let length: Int
    /// Lower limit of the length as several segments without the header of one of them.
    private let minSplitLength: Int

    init(_ payload: [UInt8]) {
        let mode = payload.reduce(Symbol.Mode.numeric) { max($0, Symbol.Mode(narrowestFor: $1)) }
        self.payload = payload
        self.mode = mode
        length = payload.count * mode.sixthsPerCharacter
        minSplitLength = length - Self.maxSaving(payload, mode)
    }

    /// Returns an upper limit of what segments in narrower modes save, in sixths of a bit.
    ///
    /// A run of bytes that a narrower mode can encode saves at most the difference of its narrowest
    /// modes, less a header of its own and, in the middle, one of the segment after it.
    private static func maxSaving(_ payload: [UInt8], _ mode: Symbol.Mode) -> Int {
        // libqrencode takes a C string.
        guard !payload.contains(0) else { return 0 }
        let header = 6 * Symbol.Mode.byte.headerBits(version: 1)
        var (total, run) = (0, -header)
        for byte in payload {
            let narrowest = Symbol.Mode(narrowestFor: byte)
            if narrowest < mode {
                run += mode.sixthsPerCharacter - narrowest.sixthsPerCharacter
            } else {
                total += max(0, run)
                run = -2 * header
            }
        }
        return total + max(0, run + header)
    }

    /// Encodes the payload; the parameters are those of `Symbol.init`.
    func symbol(
        level: ErrorCorrection, boosted: Bool, addingUTF8ECI: Bool
    ) throws(QRCodeError) -> Symbol {
        let version = mode.version(holding: length, level: level)
        if let split = try split(level: level, below: version ?? 41) {
            return boosted ? try boost(split) : split
        }
        guard let version else {
            let limit = level.capacity(of: mode)
            throw .tooLong(mode: mode, count: payload.count, limit: limit, level: level)
        }
        let hasECI =
            addingUTF8ECI && fits(version, level, extra: Self.eciBits)
            && payload.contains { $0 >= 0x80 } && String(validating: payload, as: UTF8.self) != nil
        let extra = hasECI ? Self.eciBits : 0
        let highest = ErrorCorrection.allCases.last {
            boosted && $0 > level && fits(version, $0, extra: extra)
        }
        return try segment(version, highest ?? level, hasUTF8ECI: hasECI)
    }

    /// Bits required for the UTF-8 ECI (ISO/IEC 18004, 7.4.2).
    ///
    /// The mode indicator and the assignment number take 12 bits. libqrencode 4 uses a larger
    /// version unless 16 more bits are free, although it does not use them.
    private static let eciBits = 4 + 8 + 16

    /// ECI assignment number of UTF-8.
    private static let utf8ECI: UInt32 = 26

    /// Returns whether the payload as one segment, with `extra` bits before it, fits a version.
    private func fits(_ version: Int, _ level: ErrorCorrection, extra: Int) -> Bool {
        mode.version(holding: length + 6 * extra, level: level).map { $0 <= version } ?? false
    }

    /// Encodes the payload as one segment.
    private func segment(
        _ version: Int, _ level: ErrorCorrection, hasUTF8ECI: Bool
    ) throws(QRCodeError) -> Symbol {
        // With an explicit version, libqrencode does not search for one.
        guard let input = QRinput_new2(Int32(version), level.libraryLevel) else {
            throw Self.libraryError()
        }
        defer { QRinput_free(input) }
        guard !hasUTF8ECI || QRinput_appendECIheader(input, Self.utf8ECI) == 0,
            QRinput_append(input, mode.libraryMode, Int32(payload.count), payload) == 0,
            let code = QRcode_encodeInput(input)
        else { throw Self.libraryError() }
        defer { QRcode_free(code) }
        // If the version is too small, libqrencode silently uses a larger one.
        guard code.pointee.version == Int32(version) else {
            throw .libraryError(library: "libqrencode")
        }
        return Symbol(code.pointee, level, hasUTF8ECI: hasUTF8ECI)
    }

    /// Encodes the payload with libqrencode's own segments; returns `nil` if the version is not
    /// below `limit`.
    private func split(
        level: ErrorCorrection, below limit: Int
    ) throws(QRCodeError) -> Symbol? {
        guard let version = mode.version(holding: minSplitLength, level: level), version < limit
        else { return nil }
        let text = payload.map { CChar(bitPattern: $0) } + [0]
        guard let code = QRcode_encodeString(text, 0, level.libraryLevel, QR_MODE_8, 1) else {
            guard CLibrary.isOutOfMemory else { return nil }
            throw .outOfMemory
        }
        defer { QRcode_free(code) }
        return code.pointee.version < limit ? Symbol(code.pointee, level, hasUTF8ECI: false) : nil
    }

    /// Raises the level of a split symbol to the highest one that fits the version.
    private func boost(_ symbol: Symbol) throws(QRCodeError) -> Symbol {
        for level in ErrorCorrection.allCases.reversed() where level > symbol.level {
            if let boosted = try split(level: level, below: symbol.version + 1) { return boosted }
        }
        return symbol
    }

    private static func libraryError() -> QRCodeError {
        CLibrary.isOutOfMemory ? .outOfMemory : .libraryError(library: "libqrencode")
    }
}

extension Symbol {
    /// Packs libqrencode's matrix, one byte per module with 1 for dark in the lowest bit.
    fileprivate init(_ code: QRcode, _ level: ErrorCorrection, hasUTF8ECI: Bool) {
        let size = Int(code.width)
        let modules = UnsafeBufferPointer(start: code.data, count: size * size)
        let rowBytes = Symbol.rowBytes(size: size)
        let rows = [UInt8](unsafeUninitializedCapacity: size * rowBytes) { rows, count in
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
        self.init(version: Int(code.version), level: level, hasUTF8ECI: hasUTF8ECI, rows: rows)
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
