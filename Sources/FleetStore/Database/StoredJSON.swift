import Foundation

/// Coding of values that are stored as JSON text because no query needs their fields.
enum StoredJSON {
    /// Returns the JSON of a value, or `nil` for `nil`; non-finite numbers are written as strings.
    static func text<Value: Encodable>(_ value: Value?) throws -> String? {
        guard let value else { return nil }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(value), as: UTF8.self)
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
