/// Syntax of HTTP header fields (RFC 9110, section 5).
enum HeaderField {
    /// Maximum length of a value, in bytes.
    static let maxLength = 8192

    /// Whether a name is a token.
    static func isValidName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether a value stays on its line: no control character other than a tab.
    static func isValidValue(_ value: String) -> Bool {
        value.utf8.count <= maxLength
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}
