import Foundation

/// Coding of values that are stored as JSON text because no query needs their fields.
enum StoredJSON {
    /// Returns the JSON of a value, or NULL for `nil`; non-finite numbers are written as strings.
    static func text(_ value: (some Encodable)?) throws -> SQLValue {
        guard let value else { return .null }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Decodes a value from JSON text; returns `nil` without text or if it does not match the type.
    static func value<Value: Decodable>(of text: String?) -> Value? {
        guard let text else { return nil }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(Value.self, from: Data(text.utf8))
    }
}
