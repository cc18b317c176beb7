/// Delimited text (RFC 4180).
struct TextTable: Sendable {
    let separator: UInt8
    let warnings: [String]
    private let text: ArraySlice<UInt8>
    /// Line of the start of the text; 2 after a line that names the separator.
    private let firstLine: Int

    init(_ bytes: [UInt8]) throws(TableError) {
        let decoded = try TextDecoder.decode(bytes)
        guard !Self.isMarkup(decoded.bytes) else { throw .markup }
        warnings = decoded.warnings
        if let (separator, length) = Self.declaration(decoded.bytes) {
            self.separator = separator
            (text, firstLine) = (decoded.bytes.dropFirst(length), 2)
        } else {
            (text, firstLine) = (decoded.bytes, 1)
            separator = SeparatorDetection.separator(of: decoded.bytes)
        }
    }

    func forEachRow(_ body: (inout TableRow) throws -> Bool) throws {
        try text.withUnsafeBufferPointer { text in
            var scanner = TextScanner(text, separator: separator, line: firstLine)
            var row = TableRow()
            while try scanner.scan(into: &row) {
                if row.count > 0, try !body(&row) { return }
            }
        }
    }

    /// Returns the separator that a first line such as `sep=;` names, which Excel obeys, and the
    /// length of this line.
    private static func declaration(_ text: ArraySlice<UInt8>) -> (UInt8, length: Int)? {
        let isLineEnd = { (byte: UInt8) in byte == .lineFeed || byte == .carriageReturn }
        let line = text.prefix(8).prefix { !isLineEnd($0) }
        let isQuoted = line.count > 1 && line.first == .quote && line.last == .quote
        let content = isQuoted ? line.dropFirst().dropLast() : line
        guard content.count == 5,
            zip(content, "sep=".utf8).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }),
            let separator = content.last, separator < 0x80, separator != .quote
        else { return nil }
        let rest = text.dropFirst(line.count)
        guard let first = rest.first else { return (separator, line.count) }
        guard isLineEnd(first) else { return nil }
        let isPair = first == .carriageReturn && rest.dropFirst().first == .lineFeed
        return (separator, line.count + (isPair ? 2 : 1))
    }

    /// Returns whether a text begins as HTML or XML do.
    private static func isMarkup(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.prefix(512).drop { $0 <= 0x20 }.prefix(10)
        let beginning = String(decoding: start, as: UTF8.self).lowercased()
        return ["<!doctype", "<html", "<?xml", "<table", "<head", "<meta", "<!--"].contains {
            beginning.hasPrefix($0)
        }
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let quote = UInt8(ascii: "\"")
}
