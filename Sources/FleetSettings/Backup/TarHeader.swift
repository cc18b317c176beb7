/// Header of a regular file in a tar archive (POSIX.1-1988, "ustar"), whose other fields are those
/// of a private file of root.
///
/// A size above 8 GiB is a binary number, as GNU tar writes it.
struct TarHeader: Equatable {
    /// Bytes of a header; the bytes of a file are padded to a multiple of it.
    static let byteCount = 512

    /// The path, of at most 255 bytes, with slashes between its parts.
    let name: String
    /// Bytes of the file, at least 0.
    let fileBytes: Int64

    /// The bytes; `nil` if the name is too long.
    var bytes: [UInt8]? {
        guard let (prefix, last) = nameParts else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        func put(_ field: [UInt8], at offset: Int) {
            bytes.replaceSubrange(offset..<offset + field.count, with: field)
        }
        put(last, at: 0)
        for (digits, offset) in [("0000600", 100), ("0000000", 108), ("0000000", 116)] {
            put(Array(digits.utf8), at: offset)
        }
        put(Self.field(fileBytes), at: 124)
        put(Array("00000000000".utf8), at: 136)
        put(Array("        0".utf8), at: 148)
        put(Array("ustar\0".utf8) + Array("00".utf8), at: 257)
        put(prefix, at: 345)
        put(Self.octal(Self.sum(bytes), digits: 6) + [0, 0x20], at: 148)
        return bytes
    }

    /// Creates a header.
    init(name: String, fileBytes: Int64) { (self.name, self.fileBytes) = (name, fileBytes) }

    /// Reads the bytes of a header.
    /// - Throws: ``TarDefect`` for one that this program does not write, such as a link.
    init(_ bytes: [UInt8]) throws(TarDefect) {
        guard bytes.count == Self.byteCount, Array(bytes[257..<263]) == Array("ustar\0".utf8)
        else { throw TarDefect(reason: "it is not a tar archive") }
        var unsigned = bytes
        unsigned.replaceSubrange(148..<156, with: repeatElement(0x20, count: 8))
        guard Self.number(bytes[148..<156]) == Self.sum(unsigned) else {
            throw TarDefect(reason: "the checksum of an entry is wrong")
        }
        let parts = [bytes[345..<500], bytes[0..<100]]
            .map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        name = parts.filter { !$0.isEmpty }.joined(separator: "/")
        guard bytes[156] == UInt8(ascii: "0") else {
            throw TarDefect(reason: "an entry is not a file")
        }
        guard let size = Self.number(bytes[124..<136]) else {
            throw TarDefect(reason: "the size of an entry is wrong")
        }
        fileBytes = size
    }

    /// The name, split where its last part begins if it is too long for one field.
    private var nameParts: (prefix: [UInt8], last: [UInt8])? {
        let bytes = Array(name.utf8)
        if bytes.count <= 100 { return ([], bytes) }
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash <= 155,
            bytes.count - slash - 1 <= 100
        else { return nil }
        return (Array(bytes[..<slash]), Array(bytes[(slash + 1)...]))
    }

    private static let octalLimit: Int64 = 1 << 33

    /// Returns the 12 bytes of a size.
    private static func field(_ number: Int64) -> [UInt8] {
        guard number >= octalLimit else { return octal(number, digits: 11) + [0] }
        return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func octal(_ number: Int64, digits: Int) -> [UInt8] {
        (0..<digits).map { UInt8(ascii: "0") + UInt8((number >> (3 * (digits - 1 - $0))) & 7) }
    }

    /// Returns a number that ``field(_:)`` or ``octal(_:digits:)`` has written.
    private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
        if field.first == 0x80, field.count == 12 {
            guard field.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
            let number = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int64(exactly: number)
        }
        let digits = field.prefix { $0 != 0 && $0 != 0x20 }
        guard !digits.isEmpty, digits.count <= 11,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) })
        else { return nil }
        return digits.reduce(0) { $0 << 3 | Int64($1 - UInt8(ascii: "0")) }
    }

    private static func sum(_ bytes: [UInt8]) -> Int64 { bytes.reduce(0) { $0 + Int64($1) } }
}

/// Reason why bytes are not an archive that this program has written.
struct TarDefect: Error, Equatable {
    /// A clause, in one line without a full stop.
    let reason: String
}
