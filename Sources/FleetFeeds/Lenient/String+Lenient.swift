import FleetCore
import JSON

extension JSONField {
    /// Bytes of a non-empty string, or of a number as written in the document.
    ///
    /// Numbers keep all digits, so that a numeric ID beyond 64 bits is exact.
    var textBytes: UnsafeBufferPointer<UInt8>? {
        switch kind {
        case .string, .integer, .double:
            let bytes = bytes
            return bytes.isEmpty ? nil : bytes
        case .missing, .null, .bool, .container, .invalid: return nil
        }
    }
}

extension String {
    /// Reads a non-empty string, or a number as written in the document.
    init?(lenient field: JSONField) {
        guard let bytes = field.textBytes else { return nil }
        self = String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a link; returns `nil` if it is longer than an address may be.
    init?(link field: JSONField) {
        guard field.kind == .string, field.bytes.count <= WebAddress.maxLength else { return nil }
        self.init(lenient: field)
    }

    /// Reads a link from a parsed value; returns `nil` if it is longer than an address may be.
    init?(link value: JSONValue?) {
        guard case .string(let text) = value, !text.isEmpty,
            text.utf8.count <= WebAddress.maxLength
        else { return nil }
        self = text
    }

    /// Reads a non-empty string, or a number, from a parsed value.
    init?(lenient value: JSONValue?) {
        switch value {
        case .string(let text) where !text.isEmpty: self = text
        case .digits(let text): self = text
        case .integer(let number): self = String(number)
        case .number(let number): self = "\(number)"
        case .null, .bool, .string, .array, .object, nil: return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The text without leading and trailing white space (ASCII 32 and below).
    var trimmed: UnsafeBufferPointer<UInt8> {
        guard let first = firstIndex(where: { $0 > 32 }), let last = lastIndex(where: { $0 > 32 })
        else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(rebasing: self[first...last])
    }
}
