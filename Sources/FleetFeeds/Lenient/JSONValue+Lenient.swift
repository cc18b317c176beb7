import FleetCore
import JSON

extension JSONValue {
    /// Limits of what one field may hold: more would be no telemetry.
    private static let longestText = 65_536
    private static let mostNodes = 2000
    private static let greatestDepth = 8

    /// The value of a field that a scan came by; `nil` if it is missing, `null`, broken or too large.
    init?(_ field: JSONField) {
        switch field.kind {
        case .bool: self = .bool(field.bool == true)
        case .integer: self = .integer(field.integer ?? 0)
        case .double: self = .number(field.double ?? 0)
        case .string:
            guard field.bytes.count <= Self.longestText else { return nil }
            self = .string(String(decoding: field.bytes, as: UTF8.self))
        case .container:
            guard field.bytes.count <= Self.longestText else { return nil }
            let document = JSONDocument(Array(field.bytes))
            let tree = try? document.value(
                maxNodes: Self.mostNodes, maxDepth: Self.greatestDepth)
            guard let tree else { return nil }
            self = tree
        case .missing, .null, .invalid: return nil
        }
    }

    /// The first member, of several names, that is there.
    func first(of names: [String]) -> JSONValue? {
        names.lazy.compactMap { self[$0] }.first { $0 != .null }
    }
}

extension Double {
    /// Reads a number of a tree, or a string that holds one; always finite.
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
    /// Reads a time of a tree, written as feeds do.
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
