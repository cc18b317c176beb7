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
