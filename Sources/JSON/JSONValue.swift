/// A JSON value as a tree, for small documents.
public indirect enum JSONValue: Sendable, Equatable {
    /// `null`, or a scalar that is not JSON (a malformed number, literal or escape).
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits in 64 bits.
    case integer(Int64)
    /// A number with a fraction or exponent; always finite.
    case number(Double)
    /// An integer beyond 64 bits, as its digits.
    case digits(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)
}

/// The members of a JSON object in document order.
public struct JSONObject: Sendable, Equatable {
    /// A key with its value.
    public struct Member: Sendable, Equatable {
        /// The unescaped key.
        public let key: String
        /// The value.
        public let value: JSONValue
    }

    /// All members; a repeated key appears repeatedly.
    public let members: [Member]

    /// The value of a key, the last one if the key is repeated; linear search.
    public subscript(_ key: String) -> JSONValue? {
        members.last { $0.key == key }?.value
    }
}

extension JSONObject {
    /// Creates an object with members in their order.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        self.init(members: members.map { Member(key: $0, value: $1) })
    }
}

extension JSONValue {
    /// The value of a key, if this is an object with that key.
    public subscript(_ key: String) -> JSONValue? {
        object?[key]
    }

    /// The value, if this is a boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number, if this is a 64-bit integer.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The number as the nearest finite double, if this is a number.
    public var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .digits(let text): Double(text).map(Self.finite)
        case .null, .bool, .string, .array, .object: nil
        }
    }

    private static func finite(_ number: Double) -> Double {
        min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }

    /// The text, if this is a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, if this is an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, if this is an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }
}
