import JSON

extension JSONField {
    /// The bytes of a text that is not empty, or of a number as the document writes it.
    ///
    /// Numbers keep every digit, so that a numeric code beyond 64 bits stays what it is.
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
    /// Reads a text that is not empty, or a number as the document writes it.
    init?(lenient field: JSONField) {
        guard let bytes = field.textBytes else { return nil }
        self = String(decoding: bytes, as: UTF8.self)
    }

    /// Reads a text of a tree that is not empty, or a number.
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
