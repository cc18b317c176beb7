/// Segments, version, level and ECI of a symbol, chosen before libqrencode encodes it.
struct EncodingPlan {
    /// Bits required for the UTF-8 ECI (ISO/IEC 18004, 7.4.2).
    ///
    /// The mode indicator and the assignment number take 12 bits. libqrencode 4 uses a larger
    /// version unless 16 more bits are free, although it does not use them.
    static let eciBits = 4 + 8 + 16

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
}
