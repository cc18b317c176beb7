package import Foundation

/// Coders of values that are stored as JSON text; non-finite numbers are strings.
package enum StoredJSON {
    /// Returns an encoder.
    ///
    /// - Parameter sorted: Whether equal values have equal texts.
    package static func encoder(sorted: Bool = false) -> JSONEncoder {
        let encoder = JSONEncoder()
        if sorted { encoder.outputFormatting = [.sortedKeys] }
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return encoder
    }

    /// A decoder.
    package static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}
