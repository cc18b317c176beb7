/// Reader of the headers of a zip archive; each access is checked.
struct ZipFields {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns a little-endian number.
    func number(_ count: Int, at offset: Int) throws(TableError) -> UInt64 {
        guard offset >= 0, offset <= bytes.count - count else { throw Self.truncated }
        var number: UInt64 = 0
        for index in (0..<count).reversed() {
            number = number << 8 | UInt64(bytes[offset + index])
        }
        return number
    }

    /// Returns a little-endian number that is a size or an offset in the file.
    func size(_ count: Int, at offset: Int) throws(TableError) -> Int {
        guard let size = Int(exactly: try number(count, at: offset)) else { throw Self.truncated }
        return size
    }

    func expect(_ signature: UInt64, at offset: Int) throws(TableError) {
        guard try number(4, at: offset) == signature else {
            throw .damaged("a header of its zip archive is wrong")
        }
    }

    static var truncated: TableError { .damaged("it ends too early") }
}

extension ZipFields {
    /// Reads a header of the central directory (section 4.3.12); returns the entry and the end of
    /// the header.
    func centralHeader(
        at start: Int, limit: Int
    ) throws(TableError) -> (ZipArchive.Entry, end: Int) {
        try expect(0x0201_4B50, at: start)
        let flags = try number(2, at: start + 8)
        let method = try number(2, at: start + 10)
        let nameLength = try size(2, at: start + 28)
        let extraLength = try size(2, at: start + 30)
        let extra = start + 46 + nameLength..<start + 46 + nameLength + extraLength
        let end = extra.upperBound + (try size(2, at: start + 32))
        guard end <= limit else { throw Self.truncated }
        guard method == 0 || method == 8 else {
            throw .damaged("one of its parts is packed by an unknown method")
        }
        var wide = try WideFields(self, extra)
        let unpacked = try wide.value(of: try size(4, at: start + 24))
        let packed = try wide.value(of: try size(4, at: start + 20))
        let offset = try wide.value(of: try size(4, at: start + 42))
        guard packed <= bytes.count, offset <= bytes.count else { throw Self.truncated }
        guard method == 8 || packed == unpacked else { throw .damaged("a size is wrong") }
        let entry = ZipArchive.Entry(
            name: name(at: start + 46, length: nameLength), isCompressed: method == 8,
            isEncrypted: flags & 1 != 0, checksum: UInt32(try number(4, at: start + 16)),
            unpackedSize: unpacked, offset: offset, data: 0..<packed)
        return (entry, end)
    }

    /// Returns the offset of an entry's data after checking its local header (section 4.3.7).
    func dataStart(of entry: ZipArchive.Entry) throws(TableError) -> Int {
        let start = entry.offset
        try expect(0x0403_4B50, at: start)
        let flags = try number(2, at: start + 6)
        let nameLength = try size(2, at: start + 26)
        let extraLength = try size(2, at: start + 28)
        let data = start + 30 + nameLength + extraLength
        guard data <= bytes.count else { throw Self.truncated }
        guard name(at: start + 30, length: nameLength) == entry.name,
            (try number(2, at: start + 8) == 8) == entry.isCompressed,
            (flags & 1 != 0) == entry.isEncrypted
        else { throw .damaged("the headers of \(entry.name) differ") }
        // With a data descriptor, the sizes and the checksum follow the data (section 4.4.4).
        if flags & 8 == 0 {
            var wide = try WideFields(
                self, start + 30 + nameLength..<data)
            guard try wide.value(of: try size(4, at: start + 22)) == entry.unpackedSize,
                try wide.value(of: try size(4, at: start + 18)) == entry.data.count,
                try number(4, at: start + 14) == UInt64(entry.checksum)
            else { throw .damaged("the headers of \(entry.name) differ") }
        }
        return data
    }

    private func name(at start: Int, length: Int) -> String {
        String(decoding: bytes[start..<start + length], as: UTF8.self)
    }
}

/// Sizes of 64 bits in the extra field of a header (section 4.5.3).
private struct WideFields {
    private let fields: ZipFields
    private var position = 0
    private var end = 0

    init(_ fields: ZipFields, _ extra: Range<Int>) throws(TableError) {
        self.fields = fields
        var start = extra.lowerBound
        while start + 4 <= extra.upperBound {
            let length = try fields.size(2, at: start + 2)
            guard start + 4 + length <= extra.upperBound else { break }
            if try fields.number(2, at: start) == 1 {
                (position, end) = (start + 4, start + 4 + length)
                break
            }
            start += 4 + length
        }
    }

    /// Returns a size, or the next 64-bit field in its place.
    mutating func value(of size: Int) throws(TableError) -> Int {
        guard size == 0xFFFF_FFFF, end > 0 else { return size }
        guard position + 8 <= end else { throw ZipFields.truncated }
        position += 8
        return try fields.size(8, at: position - 8)
    }
}
