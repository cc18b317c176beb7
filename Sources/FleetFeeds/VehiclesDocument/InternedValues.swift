import FleetCore

/// Interning table: maps each text to a value that is created once and shared by many vehicles.
struct InternedValues<Value> {
    /// Number of texts that are compared one by one.
    private static var maxCompared: Int { 8 }

    private var keys: [String] = []
    private var values: [Value] = []
    private var index = ByteIndex()
    private var lastIndex = 0
    private let makeValue: (String) -> Value

    /// Creates a table that calls `makeValue` for each new text.
    init(makeValue: @escaping (String) -> Value) {
        self.makeValue = makeValue
    }

    /// The texts so far, with their values.
    var created: [(String, Value)] { Array(zip(keys, values)) }

    /// Value of a text.
    subscript(bytes: UnsafeBufferPointer<UInt8>) -> Value {
        mutating get {
            if lastIndex < keys.count, keys[lastIndex].hasBytes(bytes) {
                return values[lastIndex]
            }
            // A feed has few types and colors, and comparing them is cheaper than a hash.
            if keys.count <= Self.maxCompared,
                let known = keys.firstIndex(where: { $0.hasBytes(bytes) })
            {
                lastIndex = known
                return values[known]
            }
            let hash = ByteIndex.hash(UnsafeRawBufferPointer(bytes))
            let existing = index.find(hash, orInsert: keys.count) { [keys] index in
                keys[index].hasBytes(bytes)
            }
            lastIndex = existing ?? insert(bytes)
            return values[lastIndex]
        }
    }

    private mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let key = String(decoding: bytes, as: UTF8.self)
        keys.append(key)
        values.append(makeValue(key))
        return keys.count - 1
    }
}

extension String {
    /// Whether the text has exactly these bytes.
    fileprivate func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        utf8.withContiguousStorageIfAvailable { own in
            own.count == bytes.count && own.indices.allSatisfy { own[$0] == bytes[$0] }
        } ?? utf8.elementsEqual(bytes)
    }
}
