/// What may stand in a line of a request's head (RFC 9110, section 5).
enum HeaderField {
    /// More than any honest header line has.
    static let longest = 8192

    /// Whether a name is a token.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 256
            && name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether a value stays in its line: no control character but the tabulator.
    static func isValue(_ value: String) -> Bool {
        value.utf8.count <= longest
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
    }
}
