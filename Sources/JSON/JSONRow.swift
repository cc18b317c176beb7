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
    public func hasAny(from first: Int) -> Bool {
        precondition(first >= 0, "no such field in the scan")
        var index = first
        while index < row.pointee.field_count {
            if fields[index].kind != .missing { return true }
            index += 1
        }
        return false
    }
}
