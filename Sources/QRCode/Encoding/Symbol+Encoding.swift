extension Symbol {
    /// Encodes `payload`, byte for byte, as the smallest symbol that holds it at `level`.
    ///
    /// - Parameters:
    ///   - level: The least that may be lost.
    ///   - boosted: Whether to take the highest level that needs no larger symbol.
    ///   - markingUTF8: Whether to mark UTF-8 that is not all ASCII as such (extended channel
    ///     interpretation 26; ISO/IEC 18004, 7.4.2), where that needs no larger symbol. Without
    ///     the mark readers guess, and most guess well. It goes before a higher level.
    /// - Throws: `QRCodeError.empty`, `.tooLong`, `.outOfMemory` or `.refused`.
    public init(
        _ payload: some Collection<UInt8>, level: ErrorCorrection, boosted: Bool = false,
        markingUTF8: Bool = false
    ) throws(QRCodeError) {
        guard !payload.isEmpty else { throw .empty }
        let bytes = Array(payload)
        var plan = try EncodingPlan(of: bytes, level: level)
        if markingUTF8 { plan.markUTF8(bytes) }
        if boosted { plan.boost() }
        version = plan.version
        self.level = plan.level
        marksUTF8 = plan.marksUTF8
        rows = try plan.rows(of: bytes)
    }

    /// The version of the smallest symbol that holds `payload` at `level`, without encoding it.
    ///
    /// - Throws: `QRCodeError.empty` or `.tooLong`.
    public static func version(
        of payload: some Collection<UInt8>, level: ErrorCorrection
    ) throws(QRCodeError) -> Int {
        guard !payload.isEmpty else { throw .empty }
        return try Segmentation(of: Array(payload), level: level).version
    }
}
