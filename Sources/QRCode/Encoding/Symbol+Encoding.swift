extension Symbol {
    /// Encodes `payload`, byte for byte, in the smallest symbol that holds it at `level`.
    ///
    /// - Parameters:
    ///   - level: The minimum error correction level.
    ///   - boosted: Whether to use the highest level that does not enlarge the symbol.
    ///   - addingUTF8ECI: Whether to declare non-ASCII UTF-8 by extended channel interpretation 26
    ///     (ISO/IEC 18004, 7.4.2) if this does not enlarge the symbol. Without it, readers guess
    ///     the encoding, most of them correctly. The ECI has priority over a higher level.
    /// - Throws: `QRCodeError.empty`, `.tooLong`, `.outOfMemory` or `.libraryError`.
    public init(
        _ payload: some Collection<UInt8>, level: ErrorCorrection, boosted: Bool = false,
        addingUTF8ECI: Bool = false
    ) throws(QRCodeError) {
        guard !payload.isEmpty else { throw .empty }
        let bytes = Array(payload)
        var plan = try EncodingPlan(of: bytes, level: level)
        if addingUTF8ECI { plan.addUTF8ECI(for: bytes) }
        if boosted { plan.boost() }
        version = plan.version
        self.level = plan.level
        hasUTF8ECI = plan.hasUTF8ECI
        rows = try plan.rows(of: bytes)
    }

    /// Returns the version of the smallest symbol for `payload` at `level`; does not encode it.
    ///
    /// - Throws: `QRCodeError.empty` or `.tooLong`.
    public static func version(
        of payload: some Collection<UInt8>, level: ErrorCorrection
    ) throws(QRCodeError) -> Int {
        guard !payload.isEmpty else { throw .empty }
        return try Segmentation(of: Array(payload), level: level).version
    }
}
