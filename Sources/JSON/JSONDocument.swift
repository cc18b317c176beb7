internal import CSimdjson

/// A JSON document in memory.
///
/// A UTF-8 byte order mark is skipped. The bytes are not copied, unless a repair requires it or
/// their array has less than 64 bytes of spare capacity, which the parser needs.
///
///     let scan = RowScan(
///         arrays: ["/data/bikes", "/data/vehicles"], fields: ["bike_id", "vehicle_id"],
///         headers: ["/ttl"])
///     let result = try JSONDocument(bytes).scan(scan) { _, ttl in } row: { row in }
public struct JSONDocument: Sendable {
    /// Maximum nesting depth of arrays and objects.
    public static let maxDepth = Int(CSIMDJSON_MAX_DEPTH)

    /// Size of a document, in bytes, beyond which a scan reads it in parts of this size.
    static let window = 4 << 20
    /// Maximum size of a row, or of another selected value, of such a document, in bytes.
    public static let maxValueSize = 4 * window

    private static let padding = Int(CSIMDJSON_PADDING)

    /// The document and `padding` zeros.
    private var storage: [UInt8]
    private var start: Int

    /// Number of replaced invalid UTF-8 sequences and stray control characters.
    public private(set) var repairs = 0

    /// Creates a document from bytes, without checking them.
    public init(_ bytes: consuming [UInt8]) {
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        // A second reference would make `pad` copy the bytes.
        storage = consume bytes
        pad()
    }

    private mutating func pad() {
        // Appending alone might double the capacity.
        storage.reserveCapacity(storage.count + Self.padding)
        storage.append(contentsOf: repeatElement(0, count: Self.padding))
    }

    /// Length in bytes, without the byte order mark.
    public var count: Int { storage.count - start - Self.padding }

    /// Calls `body` with the bytes, without the byte order mark.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (all) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: all[start..<(start + count)]))
        }
    }

    /// Replaces every maximal invalid subpart by U+FFFD, and counts them in `repairs`.
    ///
    /// The Unicode Standard, section 3.9, recommends this.
    public mutating func repairUTF8() {
        guard let (repaired, count) = withBytes(UTF8Repair.repairing) else { return }
        storage = repaired
        start = 0
        pad()
        repairs += count
    }

    /// Replaces control characters by spaces, and counts those that are not JSON white space.
    ///
    /// A line break or tab inside a string becomes a space; between values this changes nothing.
    public mutating func repairControlCharacters() {
        let end = start + count
        repairs += storage.withUnsafeMutableBufferPointer { bytes in
            var count = 0
            for index in start..<end where bytes[index] < 0x20 {
                let isSpace = bytes[index] == 0x09 || bytes[index] == 0x0A || bytes[index] == 0x0D
                count += isSpace ? 0 : 1
                bytes[index] = 0x20
            }
            return count
        }
    }

    /// Repairs the cause of an error; returns false if it is not repairable.
    ///
    /// Both repairable errors are detected before the first row is delivered. A document may need
    /// both repairs, so read it again until this returns false.
    public mutating func repair(after error: JSONError) -> Bool {
        switch error {
        case .invalidUTF8: repairUTF8()
        case .controlCharacter: repairControlCharacters()
        case .empty, .truncated, .syntax, .tooDeep, .tooLarge, .largeValue, .outOfMemory:
            return false
        }
        return true
    }

    /// Parses the whole document into a tree, and checks every token.
    ///
    /// Throws `tooLarge` beyond `maxNodes` values (array elements, members, the document itself),
    /// and `tooDeep` beyond `maxDepth` nested arrays and objects. `maxDepth` is capped at
    /// `JSONDocument.maxDepth`.
    public func value(maxNodes: Int, maxDepth: Int) throws(JSONError) -> JSONValue {
        var builder = TreeBuilder(maxNodes: maxNodes)
        try visit(maxDepth: maxDepth) { event, field in builder.handle(event, field) }
        return builder.root
    }
}

/// Builder of a tree from the events of a visit.
private struct TreeBuilder {
    /// An array or object that is still open.
    private struct Open {
        var elements: [JSONValue] = []
        var members: [JSONObject.Member]?
        var key = ""

        mutating func add(_ value: JSONValue) {
            if members == nil {
                elements.append(value)
            } else {
                members?.append(JSONObject.Member(key: key, value: value))
            }
        }

        var value: JSONValue {
            members.map { .object(JSONObject(members: $0)) } ?? .array(elements)
        }
    }

    private(set) var root = JSONValue.null
    private var open: [Open] = []
    private var nodesLeft: Int

    init(maxNodes: Int) {
        nodesLeft = maxNodes
    }

    /// Handles an event; returns false once there are too many values.
    mutating func handle(_ event: JSONEvent, _ field: JSONField?) -> Bool {
        switch event {
        case .array: return start(Open())
        case .object: return start(Open(members: []))
        case .scalar:
            add(field.map(JSONValue.init(scalar:)) ?? .null)
            nodesLeft -= 1
        case .key: open[open.count - 1].key = field.map(\.text) ?? ""
        case .end: open.popLast().map { add($0.value) }
        }
        return nodesLeft >= 0
    }

    private mutating func start(_ container: Open) -> Bool {
        open.append(container)
        nodesLeft -= 1
        return nodesLeft >= 0
    }

    private mutating func add(_ value: JSONValue) {
        if open.isEmpty {
            root = value
        } else {
            open[open.count - 1].add(value)
        }
    }
}
