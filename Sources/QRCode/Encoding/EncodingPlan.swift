/// What is decided before libqrencode places the bits.
struct EncodingPlan {
    /// The room that the mark of UTF-8 needs, which is the ECI 26 (ISO/IEC 18004, 7.4.2).
    ///
    /// Mode indicator and number take 12 bits. libqrencode 4 wants 16 more to be free, which it does
    /// not use, or takes a larger version.
    static let markBits = 4 + 8 + 16

    let segmentation: Segmentation
    private(set) var level: ErrorCorrection
    private(set) var marksUTF8 = false

    var version: Int { segmentation.version }

    init(of payload: [UInt8], level: ErrorCorrection) throws(QRCodeError) {
        segmentation = try Segmentation(of: payload, level: level)
        self.level = level
    }

    /// Marks the payload if it is UTF-8 with more than ASCII, and if there is room.
    mutating func markUTF8(_ payload: [UInt8]) {
        marksUTF8 =
            fits(level, extra: Self.markBits) && payload.contains { $0 >= 0x80 }
            && String(validating: payload, as: UTF8.self) != nil
    }

    /// Takes the highest level that there is room for.
    mutating func boost() {
        let mark = marksUTF8 ? Self.markBits : 0
        level = ErrorCorrection.allCases.last { $0 > level && fits($0, extra: mark) } ?? level
    }

    private func fits(_ level: ErrorCorrection, extra: Int) -> Bool {
        segmentation.bits + extra <= Capacity.bits(version: version, level: level)
    }
}
