/// Values by text, each made once: what many vehicles share is read and allocated once.
struct ByteKeyed<Value> {
    private var keys: [String] = []
    private var values: [Value] = []
    private var index = ByteIndex()
    private var latest = 0
    private let make: (String) -> Value

    /// Creates a table whose values are made by `make`, when their text comes for the first time.
    init(make: @escaping (String) -> Value) {
        self.make = make
    }

    /// The value of a text.
    subscript(bytes: UnsafeBufferPointer<UInt8>) -> Value {
        mutating get {
            if latest < keys.count, keys[latest].hasBytes(bytes) { return values[latest] }
            let known = index.find(ByteIndex.hash(bytes), orEnter: keys.count) { [keys] number in
                keys[number].hasBytes(bytes)
            }
            latest = known ?? enter(bytes)
            return values[latest]
        }
    }

    private mutating func enter(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let key = String(decoding: bytes, as: UTF8.self)
        keys.append(key)
        values.append(make(key))
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
