internal import CSimdjson

/// One JSON document in memory.
///
/// A UTF-8 byte order mark is left out. The bytes are taken as they are and never copied, unless
/// `repair(after:)` has to.
public struct JSONDocument: Sendable {
    /// The deepest nesting of arrays and objects that is read.
    public static let maxDepth = Int(CSIMDJSON_MAX_DEPTH)

    private var storage: [UInt8]
    private var start: Int

    /// How many invalid UTF-8 sequences and stray control characters were replaced.
    public private(set) var repairs = 0

    /// Takes the bytes of a document; nothing of them is checked yet.
    public init(_ bytes: consuming [UInt8]) {
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        storage = bytes
    }

    /// The length in bytes, byte order mark left out.
    public var count: Int { storage.count - start }

    /// Lends the bytes, byte order mark left out.
    public func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { (all) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: all[start...]))
        }
    }
}

extension JSONDocument {
    /// Replaces every maximal invalid subpart by U+FFFD, as the Unicode Standard, section 3.9,
    /// recommends, and counts them in `repairs`.
    public mutating func repairUTF8() {
        guard let (repaired, count) = withBytes(UTF8Repair.repairing) else { return }
        storage = repaired
        start = 0
        repairs += count
    }

    /// Replaces control characters by spaces, and counts those that are not white space in JSON.
    ///
    /// A line break or tab inside a string becomes a space; between values it means the same.
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

    /// Repairs what made reading fail; false if that cannot be repaired, or already was.
    ///
    /// Both repairable errors are found before the first row is delivered. A document may need
    /// both repairs, so read it again until this says false.
    public mutating func repair(after error: JSONError) -> Bool {
        switch error {
        case .invalidUTF8: repairUTF8()
        case .controlCharacter: repairControlCharacters()
        case .empty, .truncated, .syntax, .tooDeep, .tooLarge, .outOfMemory: return false
        }
        return true
    }
}
