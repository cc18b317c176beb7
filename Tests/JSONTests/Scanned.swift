@testable import JSON

/// Collected results of a scan, for comparison.
struct Scanned: Equatable {
    struct Row: Equatable {
        var index: Int
        var array: Int
        var isObject: Bool
        var fields: [Value]
    }

    enum Value: Equatable {
        case missing, null, invalid
        case bool(Bool)
        case integer(Int64)
        case double(Double, source: String)
        case string(String)
        case container(String)
    }

    var rows: [Row] = []
    var headers: [Value?] = []
    var counts: [Int?] = []

    init(_ text: String, arrays: [String] = [""], fields: [String] = [], headers: [String] = [])
        throws(JSONError)
    {
        try self.init(Array(text.utf8), arrays: arrays, fields: fields, headers: headers)
    }

    /// - Parameter window: Size from which the document is read in parts; `nil` for the usual one.
    init(
        _ bytes: [UInt8], arrays: [String], fields: [String], headers: [String] = [],
        window: Int? = nil
    ) throws(JSONError) {
        var rows: [Row] = []
        var seen: [Value?] = Array(repeating: nil, count: headers.count)
        let scan = RowScan(arrays: arrays, fields: fields, headers: headers)
        let result = try JSONDocument(bytes).scan(
            scan, window: window ?? JSONDocument.window,
            header: { seen[$0] = Value($1) },
            row: { row in
                let values = fields.indices.map { Value(row[$0]) }
                let isObject = row.isObject
                rows.append(
                    Row(index: row.index, array: row.array, isObject: isObject, fields: values))
            })
        self.rows = rows
        self.headers = seen
        self.counts = result.counts
    }
}

extension Scanned.Value {
    init(_ field: JSONField) {
        let source = String(decoding: field.bytes, as: UTF8.self)
        switch field.kind {
        case .missing: self = .missing
        case .null: self = .null
        case .invalid: self = .invalid
        case .bool: self = field.bool.map { .bool($0) } ?? .missing
        case .integer: self = field.integer.map { .integer($0) } ?? .missing
        case .double: self = field.double.map { .double($0, source: source) } ?? .missing
        case .string: self = field.string.map { .string($0) } ?? .missing
        case .container: self = .container(source)
        }
    }
}

extension JSONValue {
    /// The element at an index, if this is an array with that index.
    subscript(_ index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}
