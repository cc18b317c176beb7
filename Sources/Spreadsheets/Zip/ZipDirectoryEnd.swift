/// Position of the central directory of a zip archive.
struct ZipDirectoryEnd {
    let entries: Int
    let range: Range<Int>

    /// Finds the end record (section 4.3.16), whose comment ends with the file.
    init(_ fields: ZipFields) throws(TableError) {
        let last = fields.bytes.count - 22
        var position = last
        while position >= max(0, last - 0xFFFF) {
            if fields.bytes[position] == 0x50, try fields.number(4, at: position) == 0x0605_4B50,
                try fields.size(2, at: position + 20) == last - position
            {
                try self.init(fields, at: position)
                return
            }
            position -= 1
        }
        throw ZipFields.truncated
    }

    private init(_ fields: ZipFields, at record: Int) throws(TableError) {
        var entries = try fields.size(2, at: record + 10)
        var size = try fields.size(4, at: record + 12)
        var start = try fields.size(4, at: record + 16)
        var end = record
        // The locator of the zip64 record is directly before (sections 4.3.14 and 4.3.15).
        let locator = record - 20
        if locator >= 0, try fields.number(4, at: locator) == 0x0706_4B50 {
            end = try fields.size(8, at: locator + 8)
            try fields.expect(0x0606_4B50, at: end)
            entries = try fields.size(8, at: end + 32)
            size = try fields.size(8, at: end + 40)
            start = try fields.size(8, at: end + 48)
        }
        guard start <= end, size <= end - start else {
            throw .damaged("the directory of its zip archive is wrong")
        }
        (self.entries, range) = (entries, start..<start + size)
    }
}
