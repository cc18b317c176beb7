import JSON

extension Bool {
    /// Reads a Boolean in any form that feeds use: `true`, 1, `"1"`, `"True"`, `"yes"` and similar.
    init?(lenient field: JSONField) {
        switch field.kind {
        case .bool: self = field.bool == true
        case .integer, .double:
            guard let number = field.double, number == 0 || number == 1 else { return nil }
            self = number == 1
        case .string: self.init(lenient: field.bytes)
        case .missing, .null, .container, .invalid: return nil
        }
    }

    /// Reads a Boolean from a parsed value.
    init?(lenient value: JSONValue?) {
        switch value {
        case .bool(let value): self = value
        case .integer(let number) where number == 0 || number == 1: self = number == 1
        case .string(var text):
            guard let value = text.withUTF8({ Bool(lenient: $0) }) else { return nil }
            self = value
        default: return nil
        }
    }

    private init?(lenient text: UnsafeBufferPointer<UInt8>) {
        let text = text.trimmed
        guard text.count <= 5 else { return nil }
        switch String(decoding: text, as: UTF8.self).lowercased() {
        case "1", "true", "t", "yes", "y": self = true
        case "0", "false", "f", "no", "n": self = false
        default: return nil
        }
    }
}
