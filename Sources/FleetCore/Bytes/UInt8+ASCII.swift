extension UInt8 {
    /// Whether this is an ASCII digit.
    @inlinable public var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether this is an ASCII letter or digit.
    @inlinable public var isLetterOrDigit: Bool { isDigit || (0x41...0x5A).contains(self & 0xDF) }

    /// Whether this is an ASCII hexadecimal digit.
    @inlinable public var isHexadecimalDigit: Bool {
        isDigit || (0x41...0x46).contains(self & 0xDF)
    }
}
