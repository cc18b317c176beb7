import FleetSQL

/// A statement that a connection has prepared.
final class PreparedStatement {
    let name: String
    /// The types of the columns of its rows.
    let types: [PostgresType]
    /// Whether the rows are sent in binary form, which is faster to read.
    let isBinary: Bool

    init(name: String, types: [UInt32]) {
        self.name = name
        self.types = types.map { PostgresType(rawValue: $0) ?? .other }
        isBinary = !self.types.contains(.other)
    }

    /// Returns an SQL text with the parameters `?1`, `?2`, … written as `$1`, `$2`, …, except in
    /// quoted texts and names.
    static func numbered(_ sql: String) -> String {
        let (question, dollar) = (UInt8(ascii: "?"), UInt8(ascii: "$"))
        var quote: UInt8?
        var bytes = Array(sql.utf8)
        for index in bytes.indices {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == question {
                let next = index + 1 < bytes.count ? bytes[index + 1] : 0
                let isNumber = (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(next)
                if isNumber { bytes[index] = dollar }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The types whose binary form is read, by their object IDs (catalog `pg_type`).
enum PostgresType: UInt32 {
    case boolean = 16
    case bytes = 17
    case bigint = 20
    case smallint = 21
    case integer = 23
    case text = 25
    case real = 700
    case double = 701
    case varchar = 1043
    /// Any other type, which is read as text.
    case other = 0
}

/// The statements that a connection has prepared, by their SQL texts.
final class StatementCache {
    /// The most statements that one connection keeps; each takes some 10 KB in the server.
    private static let limit = 200

    private var statements: [String: PreparedStatement] = [:]
    private var lastNumber = 0

    var isFull: Bool { statements.count >= Self.limit }

    /// Returns a name that was not used before.
    var nextName: String {
        lastNumber += 1
        return "s\(lastNumber)"
    }

    subscript(sql: String) -> PreparedStatement? {
        get { statements[sql] }
        set { statements[sql] = newValue }
    }

    func removeAll() { statements = [:] }
}

extension SQLValue {
    /// The value in text form; `nil` for NULL.
    ///
    /// PostgreSQL stores no NUL character, and neither do the readers of feeds and forms; as a
    /// replacement character it finds nothing.
    var postgresText: String? {
        switch self {
        case .null: nil
        case .integer(let value): "\(value)"
        case .real(let value): value.isNaN ? nil : "\(value)"
        case .text(let value):
            value.utf8.contains(0)
                ? String(
                    String.UnicodeScalarView(
                        value.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 })) : value
        case .bytes(let value): "\\x" + Hexadecimal.text(of: value)
        }
    }
}
