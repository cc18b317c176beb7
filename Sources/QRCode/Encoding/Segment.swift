/// Part of a payload that is encoded in one mode (ISO/IEC 18004, 7.4).
struct Segment: Equatable {
    let mode: Symbol.Mode
    /// Range of bytes in the payload.
    let range: Range<Int>

    /// Returns the length in bits, header included.
    func bits(_ versions: VersionRange) -> Int {
        mode.headerBits(versions) + (range.count * mode.sixthsPerCharacter + 5) / 6
    }
}
