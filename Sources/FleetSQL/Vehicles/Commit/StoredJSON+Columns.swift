import FleetCore
import Foundation

/// Columns with JSON text, because no query needs the fields of the values.
extension StoredJSON {
    /// Returns the JSON of a value, or NULL for `nil`; non-finite numbers are written as strings.
    static func text(_ value: (some Encodable)?) throws -> SQLValue {
        guard let value else { return .null }
        return .text(String(decoding: try encoder().encode(value), as: UTF8.self))
    }

    /// Decodes a value from JSON text; returns `nil` without text or if it does not match the type.
    static func value<Value: Decodable>(of text: String?) -> Value? {
        text.flatMap { try? decoder.decode(Value.self, from: Data($0.utf8)) }
    }
}
