import FleetCore
import JSON

/// Table of JSON objects: a FeatureCollection of GeoJSON (RFC 7946, section 3.3), an array of
/// objects, or one object a line.
///
/// The columns are the members of all objects, those of nested objects too, by names such as `a.b`.
/// Members of `properties`, and those of the `properties` of this program's lists in it, have no
/// such prefix. A point has the columns `lon` and `lat`.
struct JSONTable {
    /// Maximum number of columns; further members are left out.
    static let maxColumns = 256
    private static let maxDepth = 32
    private static let maxSamples = 40

    private let document: JSONDocument
    /// Format for users.
    let format: TableFormat
    private var columns = JSONColumns()
    private(set) var samples: [[String]] = []
    /// Number of objects.
    private(set) var count = 0
    /// Number of points among them, and of other geometries.
    private(set) var points = 0
    private(set) var otherGeometries = 0
    /// Whether the document has the list, which a feed with areas in it has not.
    private(set) var hasList = false
    /// Whether there were more members than columns.
    var hasExcess: Bool { columns.hasExcess }
    /// The names of the columns.
    var names: [String] { columns.names }

    /// Reads the columns of a document.
    init(_ document: consuming JSONDocument, format: TableFormat) throws(JSONError) {
        self.document = document
        self.format = format
        var samples: [[String]] = []
        var (count, points, others) = (0, 0, 0)
        let visitor = try scan(JSONColumns(), adds: true) { row in
            count += 1
            if row.hasPoint { points += 1 }
            if row.hasOtherGeometry { others += 1 }
            if samples.count < Self.maxSamples {
                samples.append((0..<row.count).map { row.withBytes($0) { $0.text } })
            }
            return true
        }
        (columns, hasList) = (visitor.columns, visitor.hasList)
        (self.samples, self.count, self.points, otherGeometries) = (samples, count, points, others)
    }

    /// Calls a function with each object until it returns false; they are numbered from 1.
    func forEachRow(_ body: (JSONCells) -> Bool) throws(JSONError) {
        _ = try scan(columns, adds: false, body)
    }

    private func scan(
        _ columns: JSONColumns, adds: Bool, _ body: (JSONCells) -> Bool
    ) throws(JSONError) -> JSONTableVisitor {
        var visitor = JSONTableVisitor(columns, adds: adds, format)
        try document.visit(maxDepth: Self.maxDepth) { event, field in
            visitor.handle(event, field, body)
        }
        return visitor
    }
}

extension JSONTable {
    /// Number of first bytes in which the kind of a document shows.
    private static let sniffedBytes = 64 << 10

    /// Returns the format of a document that begins with `{` and is no feed; `nil` for others.
    static func format(of bytes: CellBytes) -> TableFormat? {
        let first = CellBytes(rebasing: bytes.prefix(sniffedBytes))
        let last = CellBytes(rebasing: bytes.suffix(sniffedBytes))
        if isCollection(first) || isCollection(last) { return .geoJSON }
        return isLines(first) ? .jsonRows : nil
    }

    private static func isCollection(_ bytes: CellBytes) -> Bool {
        let name = Array("\"FeatureCollection\"".utf8)
        var index = 0
        while let start = bytes[index...].firstIndex(of: name[0]) {
            if bytes[start...].starts(with: name) { return true }
            index = start + 1
        }
        return false
    }

    /// Whether the first line is an object, and the next one begins another; or whether the only
    /// one is a vehicle of this program's lists.
    private static func isLines(_ bytes: CellBytes) -> Bool {
        let text = bytes.withoutInvisibleEnds
        if text.starts(with: "{\"vehicle_id\":".utf8) { return true }
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let line = CellBytes(rebasing: text[..<end]).withoutInvisibleEnds
        let next = CellBytes(rebasing: text[end...]).withoutInvisibleEnds
        return line.count > 2 && line.first == UInt8(ascii: "{")
            && line.last == UInt8(ascii: "}") && next.first == UInt8(ascii: "{")
    }

    /// Returns the lines of a document as the elements of an array: line breaks inside of strings
    /// are escaped (RFC 8259, section 7).
    static func array(ofLines bytes: [UInt8]) -> [UInt8] {
        var array: [UInt8] = []
        array.reserveCapacity(bytes.count + 80)
        array.append(UInt8(ascii: "["))
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
        where line.contains(where: { $0 > 0x20 }) {
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            array.append(
                contentsOf: line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line)
        }
        array.append(UInt8(ascii: "]"))
        return array
    }
}

/// Cells of one JSON object.
struct JSONCells: TableCells {
    fileprivate(set) var number = 0
    fileprivate(set) var count = 0
    /// Whether the object is a point of GeoJSON.
    fileprivate(set) var hasPoint = false
    /// Whether it is a feature with another geometry.
    fileprivate(set) var hasOtherGeometry = false
    fileprivate var bytes: [UInt8] = []
    fileprivate var ranges: [Range<Int>] = []

    func withBytes<R>(_ column: Int, _ body: (CellBytes) throws -> R) rethrows -> R {
        guard ranges.indices.contains(column) else {
            return try body(CellBytes(start: nil, count: 0))
        }
        let range = ranges[column]
        return try bytes.withUnsafeBufferPointer { try body(CellBytes(rebasing: $0[range])) }
    }

    fileprivate mutating func start(number: Int) {
        bytes.removeAll(keepingCapacity: true)
        ranges.removeAll(keepingCapacity: true)
        (self.number, count, hasPoint, hasOtherGeometry) = (number, 0, false, false)
    }

    /// Sets a cell, or adds an element of a list to it.
    fileprivate mutating func append(_ value: CellBytes, to column: Int, isElement: Bool = false) {
        while ranges.count <= column { ranges.append(bytes.count..<bytes.count) }
        count = max(count, column + 1)
        let range = ranges[column]
        let start = bytes.count
        if isElement, !range.isEmpty {
            bytes.append(contentsOf: Array(bytes[range]))
            bytes.append(contentsOf: ", ".utf8)
        }
        bytes.append(contentsOf: value)
        ranges[column] = start..<bytes.count
    }
}

/// Columns of a JSON table, by the paths of their members.
private struct JSONColumns {
    private(set) var names: [String] = []
    private(set) var hasExcess = false
    private var paths: [[UInt8]] = []
    private var index: [[UInt8]: Int] = [:]
    private var last = -1

    /// Returns the column of a path; objects often have the same members in the same order.
    mutating func column(of path: [UInt8], adds: Bool) -> Int? {
        let next = last + 1
        if next < paths.count, paths[next] == path {
            last = next
            return next
        }
        if let column = index[path] {
            last = column
            return column
        }
        guard adds else { return nil }
        guard paths.count < JSONTable.maxColumns else {
            hasExcess = true
            return nil
        }
        index[path] = paths.count
        paths.append(path)
        let name = String(decoding: path, as: UTF8.self)
            .replacing(String(Unicode.Scalar(JSONTableVisitor.separator)), with: ".")
        names.append(name)
        last = paths.count - 1
        return last
    }

    mutating func startRow() { last = -1 }
}

/// Visitor of the objects of a document, which makes a row of each.
private struct JSONTableVisitor {
    /// Separator of the names of a path, which no name of a sane document has.
    static let separator: UInt8 = 0x1F
    private static let properties = Array("properties".utf8)
    private static let geometry = Array("geometry".utf8) + [separator]
    private static let geometryTypePath = geometry + Array("type".utf8)
    private static let coordinatesPath = geometry + Array("coordinates".utf8)
    private static let typePath = Array("type".utf8)

    /// Maximum size of the values of an object, in bytes.
    private static let maxRowBytes = 1 << 20

    private(set) var columns: JSONColumns
    /// Whether the list of objects was found.
    private(set) var hasList = false
    private let adds: Bool
    private let isGeoJSON: Bool
    /// Whether names are those of columns, whatever they are.
    private let isFlat: Bool
    private var row = JSONCells()
    /// Depth of open arrays and objects.
    private var depth = 0
    /// Depth of the list of objects; `nil` outside of it.
    private var listDepth: Int?
    private var key: [UInt8] = []
    /// Path inside of the object, and the length before each open array or object.
    private var path: [UInt8] = []
    private var pathEnds: [Int] = []
    /// Whether each open array or object of the row is an array.
    private var isArray: [Bool] = []
    private var coordinates: [Double] = []
    private var geometryType = ""

    init(_ columns: JSONColumns, adds: Bool, _ format: TableFormat) {
        (self.columns, self.adds) = (columns, adds)
        (isGeoJSON, isFlat) = (format == .geoJSON, format == .inventory)
    }

    mutating func handle(
        _ event: JSONEvent, _ field: JSONField?, _ body: (JSONCells) -> Bool
    ) -> Bool {
        switch event {
        case .key:
            key.removeAll(keepingCapacity: true)
            if let field { key.append(contentsOf: field.bytes) }
        case .array, .object: open(isArray: event == .array)
        case .scalar: if let field, isInRow { add(field) }
        case .end: return close(body)
        }
        return true
    }

    private var isInRow: Bool { listDepth.map { depth > $0 } ?? false }

    private mutating func open(isArray: Bool) {
        defer { depth += 1 }
        guard let listDepth else {
            // The list is the document itself, or the member `features` of it.
            let isList =
                isGeoJSON
                ? depth == 1 && key.elementsEqual("features".utf8) : depth == 0
            if isArray, isList { (self.listDepth, hasList) = (depth + 1, true) }
            return
        }
        if depth == listDepth {
            row.start(number: row.number + 1)
            columns.startRow()
            (path, pathEnds, self.isArray) = ([], [], [isArray])
            (coordinates, geometryType) = ([], "")
            return
        }
        pathEnds.append(path.count)
        if self.isArray.last == false { appendKey() }
        self.isArray.append(isArray)
    }

    /// Appends the key, unless it is that of the properties of a feature or list.
    private mutating func appendKey() {
        if path.isEmpty {
            if key == Self.properties, !isFlat { return }
        } else {
            path.append(Self.separator)
        }
        path.append(contentsOf: key)
    }

    private mutating func close(_ body: (JSONCells) -> Bool) -> Bool {
        depth -= 1
        guard let listDepth else { return true }
        if depth < listDepth {
            self.listDepth = isGeoJSON ? nil : .max
            return true
        }
        let wasArray = isArray.popLast() ?? false
        if depth == listDepth {
            guard !wasArray else { return true }
            addPoint()
            return body(row)
        }
        path.removeLast(path.count - (pathEnds.popLast() ?? 0))
        return true
    }

    private mutating func add(_ field: JSONField) {
        guard field.kind != .null, field.kind != .missing, field.kind != .invalid else { return }
        let start = path.count
        if isArray.last == false { appendKey() }
        defer { path.removeLast(path.count - start) }
        if isGeoJSON, readGeometry(field) { return }
        guard row.bytes.count + field.bytes.count < Self.maxRowBytes,
            let column = columns.column(of: path, adds: adds)
        else { return }
        row.append(field.bytes, to: column, isElement: isArray.last == true)
    }

    /// Reads a part of the geometry of a feature; its other parts are no values.
    private mutating func readGeometry(_ field: JSONField) -> Bool {
        if path == Self.geometryTypePath {
            geometryType = field.bytes.text
        } else if path == Self.coordinatesPath {
            if let number = field.double, coordinates.count < 3 { coordinates.append(number) }
        } else if path == Self.typePath {
            return field.bytes.elementsEqual("Feature".utf8)
        } else {
            return path.starts(with: Self.geometry)
        }
        return true
    }

    /// Adds the point of a feature, whose longitude is the first (RFC 7946, section 3.1.1).
    private mutating func addPoint() {
        guard isGeoJSON, geometryType == "Point", coordinates.count >= 2 else {
            row.hasOtherGeometry = !geometryType.isEmpty
            return
        }
        row.hasPoint = true
        for (name, number) in [("lon", coordinates[0]), ("lat", coordinates[1])] {
            guard let column = columns.column(of: Array(name.utf8), adds: adds) else { continue }
            var text = "\(number)"
            text.withUTF8 { row.append($0, to: column) }
        }
    }
}
