internal import CSimdjson

/// One value that a scan came by; it may be used until the callback that was given it returns.
public struct JSONField {
    /// What a field turned out to be.
    public enum Kind: Sendable {
        /// The row has no such key.
        case missing
        /// `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A number without fraction and exponent that fits 64 bits.
        case integer
        /// Any other number; an integer beyond 64 bits too, whose digits are in `bytes`.
        case double
        /// A string.
        case string
        /// An array or an object.
        case container
        /// A malformed number, literal or escape, or a fraction or power beyond a double.
        case invalid
    }

    private let field: UnsafePointer<csimdjson_field>

    init(_ field: UnsafePointer<csimdjson_field>) {
        self.field = field
    }

    /// What the field turned out to be.
    public var kind: Kind {
        switch field.pointee.kind {
        case .missing: .missing
        case .null: .null
        case .false, .true: .bool
        case .integer: .integer
        case .number: .double
        case .string: .string
        case .container: .container
        case .invalid: .invalid
        }
    }

    /// The truth value of `true` and `false`.
    public var bool: Bool? {
        switch field.pointee.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The number, of the kind `integer`.
    public var integer: Int64? {
        field.pointee.kind == .integer ? field.pointee.integer : nil
    }

    /// The number, of the kinds `integer` and `double`; always finite, so of an integer that no double
    /// can hold the largest one.
    public var double: Double? {
        switch field.pointee.kind {
        case .integer, .number: field.pointee.number
        default: nil
        }
    }

    /// The text of a string with its escapes undone, NUL characters included; of any other kind the
    /// source text (the digits of a number, the JSON of a container); none if missing.
    public var bytes: UnsafeBufferPointer<UInt8> {
        guard field.pointee.kind != .missing else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: field.pointee.bytes, count: field.pointee.length)
    }

    /// The text, of the kind `string`.
    public var string: String? {
        field.pointee.kind == .string ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
