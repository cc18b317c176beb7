internal import CSimdjson

/// One element of an array of rows; it may be used until the callback that was given it returns.
public struct JSONRow {
    private let row: UnsafePointer<csimdjson_row>
    private let fields: UnsafePointer<csimdjson_field>

    init?(_ row: UnsafePointer<csimdjson_row>) {
        // There is room for one field at least, so this is never nil.
        guard let fields = row.pointee.fields else { return nil }
        self.row = row
        self.fields = fields
    }

    /// The number of the element in its array, from 0.
    public var index: Int { row.pointee.index }

    /// The number of its array among those of the scan.
    public var array: Int { Int(row.pointee.array) }

    /// False for an element of any other kind, all of whose fields are missing.
    public var isObject: Bool { row.pointee.is_object }

    /// The value at a path of the scan, by the path's number.
    public subscript(_ field: Int) -> JSONField {
        precondition(field >= 0 && field < row.pointee.field_count, "no such field in the scan")
        return JSONField(fields + field)
    }

    /// Whether a path of the scan from a number on has a value.
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
