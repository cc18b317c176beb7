internal import CSimdjson

/// A JSON document in memory.
///
/// A UTF-8 byte order mark is skipped. The bytes are not copied, unless a repair requires it.
public struct JSONDocument: Sendable {
    /// Maximum nesting depth of arrays and objects.
    public static let maxDepth = Int(CSIMDJSON_MAX_DEPTH)

    private var storage: [UInt8]
    private var start: Int

    /// Number of replaced invalid UTF-8 sequences and stray control characters.
    public private(set) var repairs = 0

    /// Creates a document from bytes, without checking them.
    public init(_ bytes: consuming [UInt8]) {
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        storage = bytes
    }

    /// Length in bytes, without the byte order mark.
    public var count: Int { storage.count - start }

    /// Calls `body` with the bytes, without the byte order mark.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (all) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: all[start...]))
        }
    }
}

extension JSONDocument {
    /// Replaces every maximal invalid subpart by U+FFFD, and counts them in `repairs`.
    ///
    /// The Unicode Standard, section 3.9, recommends this.
    public mutating func repairUTF8() {
        guard let (repaired, count) = withBytes(UTF8Repair.repairing) else { return }
        storage = repaired
        start = 0
        repairs += count
    }

    /// Replaces control characters by spaces, and counts those that are not JSON white space.
    ///
    /// A line break or tab inside a string becomes a space; between values this changes nothing.
    public mutating func repairControlCharacters() {
        repairs += storage.withUnsafeMutableBufferPointer { bytes in
            var count = 0
            for index in bytes.indices where bytes[index] < 0x20 {
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
        case .empty, .truncated, .syntax, .tooDeep, .tooLarge, .outOfMemory: return false
        }
        return true
    }
}
