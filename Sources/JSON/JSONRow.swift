internal import CSimdjson

/// An element of an array of rows; valid until the callback that received it returns.
public struct JSONRow {
    private let row: UnsafePointer<csimdjson_row>
    private let fields: UnsafePointer<csimdjson_field>

    init?(_ row: UnsafePointer<csimdjson_row>) {
        // The array has at least one element, so this is never nil.
        guard let fields = row.pointee.fields else { return nil }
        self.row = row
        self.fields = fields
    }

    /// Index of the element in its array.
    public var index: Int { row.pointee.index }

    /// Index of its array in the scan.
    public var array: Int { Int(row.pointee.array) }

    /// Whether the element is an object; otherwise all fields are missing.
    public var isObject: Bool { row.pointee.is_object }

    /// The value at the scan's path with this index.
    public subscript(_ field: Int) -> JSONField {
        precondition(field >= 0 && field < row.pointee.field_count, "no such field in the scan")
        return JSONField(fields + field)
    }

    /// Returns whether any path of the scan from this index on has a value.
    public func hasAny(from first: Int) -> Bool { hasAny(in: first..<row.pointee.field_count) }

    /// Returns whether any path of the scan with these indices has a value.
    public func hasAny(in indices: Range<Int>) -> Bool {
        precondition(
            indices.lowerBound >= 0 && indices.upperBound <= row.pointee.field_count,
            "no such field in the scan")
        var index = indices.lowerBound
        while index < indices.upperBound {
            if fields[index].kind != .missing { return true }
            index += 1
        }
        return false
    }
}

/// A value found by a scan; valid until the callback that received it returns.
public struct JSONField {
    /// Type of a field.
    public enum Kind: Sendable {
        /// The row lacks the key.
        case missing
        /// `null`.
        case null
        /// `true` or `false`.
        case bool
        /// A number without fraction or exponent that fits in 64 bits.
        case integer
        /// Any other number, including integers beyond 64 bits, whose digits are in `bytes`.
        case double
        /// A string.
        case string
        /// An array or an object.
        case container
        /// A malformed number, literal or escape, or a non-integer beyond the range of a double.
        case invalid
    }

    private let field: UnsafePointer<csimdjson_field>

    init(_ field: UnsafePointer<csimdjson_field>) {
        self.field = field
    }

    /// Type of the field.
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

    /// The value of `true` or `false`.
    public var bool: Bool? {
        switch field.pointee.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The number, if the kind is `integer`.
    public var integer: Int64? {
        field.pointee.kind == .integer ? field.pointee.integer : nil
    }

    /// The number, if the kind is `integer` or `double`.
    ///
    /// It is always finite; an integer beyond the range of a double becomes the largest double.
    public var double: Double? {
        switch field.pointee.kind {
        case .integer, .number: field.pointee.number
        default: nil
        }
    }

    /// The unescaped text of a string, which may contain NUL characters, or the source of a value.
    ///
    /// The source is the digits of a number or the JSON of a container. Empty if the field is
    /// missing.
    public var bytes: UnsafeBufferPointer<UInt8> {
        guard field.pointee.kind != .missing else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: field.pointee.bytes, count: field.pointee.length)
    }

    /// Whether `bytes` contains U+FFFD in place of lone surrogates, which UTF-8 cannot represent.
    public var isRepaired: Bool {
        field.pointee.kind == .string && field.pointee.replacements > 0
    }

    /// The text, if the kind is `string`.
    public var string: String? {
        field.pointee.kind == .string ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
