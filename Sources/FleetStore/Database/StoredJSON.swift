import Foundation

/// Values that are stored as JSON text, for nothing is ever looked for by what is in them.
enum StoredJSON {
    /// The JSON of a value, `nil` of none; numbers that JSON has no words for are written as text.
    static func text<Value: Encodable>(_ value: Value?) throws -> String? {
        guard let value else { return nil }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The value of a JSON text; `nil` if there is none or it is of another shape.
    static func value<Value: Decodable>(of text: String?) -> Value? {
        guard let text else { return nil }
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return try? decoder.decode(Value.self, from: Data(text.utf8))
    }
}
