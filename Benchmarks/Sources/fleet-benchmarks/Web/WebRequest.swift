/// The head of a request (RFC 9112, section 3): what is asked for, and under which conditions.
struct WebRequest {
    /// Such as `/gbfs.json`.
    let target: String
    private let fields: [Substring]

    /// Reads a head; `nil` as long as it has not come to its end.
    init?(_ bytes: [UInt8]) {
        guard bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        target = String(words[1])
        fields = Array(lines.dropFirst())
    }

    /// The value of a header field.
    func header(_ name: String) -> String? {
        let start = name.lowercased() + ":"
        return fields.first { $0.lowercased().hasPrefix(start) }
            .map { String($0.dropFirst(start.count).drop { $0 == " " }) }
    }
}
