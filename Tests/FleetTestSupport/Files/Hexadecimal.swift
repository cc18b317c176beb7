extension [UInt8] {
    /// Creates the bytes of hexadecimal digits.
    package init(hexadecimal: some StringProtocol) {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        self = stride(from: 0, to: digits.count - 1, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }
}
