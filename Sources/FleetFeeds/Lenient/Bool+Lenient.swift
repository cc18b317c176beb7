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
