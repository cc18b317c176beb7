/// Address of a page of this server that a request names, such as the one to show after signing in.
struct LocalPath: Equatable, Sendable {
    /// Path and query, in printable ASCII characters.
    let text: String

    /// - Parameter text: The address; anything that a browser could take for an address of another
    ///   server becomes `/`.
    init(_ text: String?) {
        self.text = text.flatMap { Self.isLocal($0) ? $0 : nil } ?? "/"
    }

    /// Browsers drop tabs and line breaks and take `\` for `/`, and `//` begins another host (URL
    /// Standard, section 4.4).
    private static func isLocal(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.first == UInt8(ascii: "/") && bytes.dropFirst().first != UInt8(ascii: "/")
            && bytes.count <= 2048
            && bytes.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }
}
