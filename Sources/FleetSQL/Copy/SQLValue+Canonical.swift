extension SQLValue {
    /// Appends a form that differs from every other value's, and from the beginning of each.
    func appendCanonical(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(0)
        case .integer(let value): Self.append(1, UInt64(bitPattern: value), to: &bytes)
        case .real(let value): Self.append(2, value.bitPattern, to: &bytes)
        case .text(let text):
            Self.append(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .bytes(let value):
            Self.append(4, UInt64(value.count), to: &bytes)
            bytes += value
        }
    }

    private static func append(_ type: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        bytes.append(type)
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }

    /// Returns the values whose canonical forms follow each other.
    static func values(ofCanonical bytes: [UInt8]) -> [SQLValue] {
        var values: [SQLValue] = []
        var rest = bytes[...]
        while let type = rest.popFirst() {
            guard type != 0 else {
                values.append(.null)
                continue
            }
            let number = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(8)
            if type == 1 {
                values.append(.integer(Int64(bitPattern: number)))
            } else if type == 2 {
                values.append(.real(Double(bitPattern: number)))
            } else {
                let content = rest.prefix(Int(number))
                rest = rest.dropFirst(Int(number))
                values.append(
                    type == 3
                        ? .text(String(decoding: content, as: UTF8.self)) : .bytes(Array(content)))
            }
        }
        return values
    }
}
