/// The text form of arrays in PostgreSQL
/// (https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO).
package enum PostgresArray {
    /// Returns the text of an array of texts; `nil` is NULL.
    package static func text(of values: [String?]) -> String {
        "{" + values.map { $0.map(quoted) ?? "NULL" }.joined(separator: ",") + "}"
    }

    /// Returns the text of an array of integers.
    package static func text(of values: [some BinaryInteger]) -> String {
        "{" + values.map { "\($0)" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ value: String) -> String {
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                text.append(UInt8(ascii: "\\"))
            }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
        return String(decoding: text, as: UTF8.self)
    }
}
