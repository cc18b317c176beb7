extension Symbol {
    /// The version of the smallest symbol that holds any `count` bytes at `level`; `nil` if none does.
    ///
    /// A payload with digits or capitals may need less: see `version(of:level:)`.
    public static func version(ofBytes count: Int, level: ErrorCorrection) -> Int? {
        guard count <= level.capacity(of: .byte) else { return nil }
        for range in VersionRange.allCases {
            let bits = Mode.byte.headerBits(range) + 8 * count
            if let version = range.smallest(holding: bits, level: level) { return version }
        }
        return nil
    }

    /// Modules a side of the symbols of a version, 1 to 40, without the quiet zone.
    public static func modules(ofVersion version: Int) -> Int { size(ofVersion: version) }
}
