import FleetCore
import JSON

extension JSONValue {
    /// Size limits of one field, well above any real telemetry.
    private static let maxTextLength = 65_536
    private static let maxNodes = 2000
    private static let maxDepth = 8

    /// Parses a scanned field; returns `nil` if it is missing, `null`, invalid or too large.
    init?(_ field: JSONField) {
        switch field.kind {
        case .bool: self = .bool(field.bool == true)
        case .integer: self = .integer(field.integer ?? 0)
        case .double: self = .number(field.double ?? 0)
        case .string:
            guard field.bytes.count <= Self.maxTextLength else { return nil }
            self = .string(String(decoding: field.bytes, as: UTF8.self))
        case .container:
            guard field.bytes.count <= Self.maxTextLength else { return nil }
            let document = JSONDocument(Array(field.bytes))
            let tree = try? document.value(
                maxNodes: Self.maxNodes, maxDepth: Self.maxDepth)
            guard let tree else { return nil }
            self = tree
        case .missing, .null, .invalid: return nil
        }
    }

    /// Returns the first member with one of the names whose value is not null.
    func first(of names: [String]) -> JSONValue? {
        names.lazy.compactMap { self[$0] }.first { $0 != .null }
    }
}

extension Double {
    /// Reads a finite number, or a string that contains one, from a parsed value.
    init?(lenient value: JSONValue?) {
        if let number = value?.double {
            self = number
            return
        }
        guard var text = value?.string, let number = text.withUTF8({ Double(lenient: $0) }) else {
            return nil
        }
        self = number
    }
}

extension Timestamp {
    /// Reads a time from a parsed value, in any form that feeds use.
    init?(lenient value: JSONValue?) {
        if let number = Double(lenient: value) {
            self.init(sinceEpoch: number)
        } else if var text = value?.string {
            let time = text.withUTF8 { Timestamp(rfc3339: $0.trimmed) }
            guard let time else { return nil }
            self = time
        } else {
            return nil
        }
    }
}
