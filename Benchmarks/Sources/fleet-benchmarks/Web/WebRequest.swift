/// Head of an HTTP request (RFC 9112, section 3).
struct WebRequest {
    /// Request target, such as `/gbfs.json`.
    let target: String
    private let fields: [Substring]

    /// Parses a head; returns `nil` while it is incomplete.
    init?(_ bytes: [UInt8]) {
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        target = String(words[1])
        fields = Array(lines.dropFirst())
    }

    /// Returns the value of a header field.
    func header(_ name: String) -> String? {
        let start = name.lowercased() + ":"
        return fields.first { $0.lowercased().hasPrefix(start) }
            .map { String($0.dropFirst(start.count).drop { $0 == " " }) }
    }
}
