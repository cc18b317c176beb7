extension Symbol {
    /// Returns the version of the smallest symbol that holds any `count` bytes at `level`; nil if
    /// there is none.
    ///
    /// A payload with digits or capital letters may fit a smaller version: see
    /// `version(of:level:)`.
    public static func version(ofBytes count: Int, level: ErrorCorrection) -> Int? {
        guard count <= level.capacity(of: .byte) else { return nil }
        for range in VersionRange.allCases {
            let bits = Mode.byte.headerBits(range) + 8 * count
            if let version = range.smallest(holding: bits, level: level) { return version }
        }
        return nil
    }

    /// Returns the modules per side of a version (1 to 40), without the quiet zone.
    public static func modules(ofVersion version: Int) -> Int { size(ofVersion: version) }
}
