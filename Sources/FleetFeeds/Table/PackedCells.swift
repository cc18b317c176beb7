import FleetCore

/// Cells of the properties of many vehicles in one buffer, until it is known which are stored.
struct PackedCells {
    /// Maximum length of a value in bytes.
    static let maxLength = 1000

    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private let width: Int

    /// Creates a list of rows with so many cells.
    init(width: Int) { self.width = width }

    /// Adds the next cell, without control characters; returns whether it was shortened.
    mutating func append(_ cell: CellBytes) -> Bool {
        let cell = cell.withoutInvisibleEnds.withoutFormulaGuard
        var length = min(cell.count, Self.maxLength)
        let isLong = cell.count > length
        // A character is not cut in two.
        while isLong, length > 0, cell[length] & 0xC0 == 0x80 { length -= 1 }
        let value = cell.prefix(length)
        if value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 }) {
            bytes.append(contentsOf: value)
        } else {
            appendClean(value)
        }
        ends.append(bytes.count)
        return isLong
    }

    /// Appends a value with a space for white space such as a line break, without other control
    /// characters: U+0000 to U+001F and U+007F to U+009F.
    private mutating func appendClean(_ value: Slice<CellBytes>) {
        var previous: UInt8 = 0
        for byte in value {
            if byte < 0x20 || byte == 0x7F {
                let isSpace = (0x09...0x0D).contains(byte) && bytes.last != UInt8(ascii: " ")
                if isSpace { bytes.append(UInt8(ascii: " ")) }
            } else if previous == 0xC2, (0x80...0x9F).contains(byte) {
                bytes.removeLast()
            } else {
                bytes.append(byte)
            }
            previous = byte
        }
    }

    /// Returns the properties of a row, as the text of ``CustomProperties``.
    /// - Parameter names: The start of each member, such as `"Shelf":`; `nil` leaves a cell out.
    func properties(of row: Int, names: [[UInt8]?]) -> CustomProperties {
        var text: [UInt8] = []
        for column in 0..<width {
            let index = row * width + column
            let cell = bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
            guard !cell.isEmpty, let name = names[column] else { continue }
            text.append(text.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            text += name
            Self.append(cell, to: &text)
        }
        guard !text.isEmpty else { return CustomProperties() }
        text.append(UInt8(ascii: "}"))
        return CustomProperties(text: String(decoding: text, as: UTF8.self))
    }

    /// Returns the start of the member of a property.
    static func memberName(_ name: String) -> [UInt8] {
        var text: [UInt8] = []
        append(Array(name.utf8)[...], to: &text)
        text.append(UInt8(ascii: ":"))
        return text
    }

    /// Appends a JSON string (RFC 8259, section 7) of a text without control characters.
    private static func append(_ value: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        text.append(quote)
        if value.contains(where: { $0 == quote || $0 == backslash }) {
            for byte in value {
                if byte == quote || byte == backslash { text.append(backslash) }
                text.append(byte)
            }
        } else {
            text.append(contentsOf: value)
        }
        text.append(quote)
    }
}
