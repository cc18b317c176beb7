import FleetTestSupport

/// Zip archive with stored entries, whose headers may be wrong.
struct TestArchive {
    struct Entry {
        var name: String
        var bytes: [UInt8]
        var flags = 0
        var method = 0
        /// Change of the unpacked size, in both headers.
        var sizeError = 0
        /// Change of the checksum, in both headers.
        var checksumError: UInt32 = 0
        var localName: String?
        /// Whether the sizes follow the data.
        var hasDescriptor = false
        /// Whether the sizes have 64 bits in an extra field.
        var isWide = false
        /// Whether only the directory has the entry, with the local header of the previous one.
        var sharesHeader = false
    }

    var entries: [Entry]
    /// Whether the end of the directory has 64 bits.
    var isWide = false
    var comment = ""

    init(_ parts: [(String, String)]) {
        entries = parts.map { Entry(name: $0.0, bytes: Array($0.1.utf8)) }
    }

    var bytes: [UInt8] {
        var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
        var offset = 0
        for entry in entries {
            if !entry.sharesHeader {
                offset = bytes.count
                bytes += header(entry, offset: nil) + entry.bytes
                if entry.hasDescriptor { bytes += Self.number(0x0807_4B50, 4) + sizes(entry) }
            }
            directory += header(entry, offset: offset)
        }
        let start = bytes.count
        bytes += directory
        if isWide {
            let record = bytes.count
            bytes += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2)
            bytes += Self.number(45, 2) + Self.number(0, 8) + Self.number(entries.count, 8)
            bytes += Self.number(entries.count, 8) + Self.number(directory.count, 8)
            bytes += Self.number(start, 8) + Self.number(0x0706_4B50, 4) + Self.number(0, 4)
            bytes += Self.number(record, 8) + Self.number(1, 4)
        }
        let count = isWide ? 0xFFFF : entries.count
        bytes += Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(count, 2)
        bytes += Self.number(count, 2) + Self.number(isWide ? 0xFFFF_FFFF : directory.count, 4)
        bytes += Self.number(isWide ? 0xFFFF_FFFF : start, 4)
        return bytes + Self.number(comment.utf8.count, 2) + comment.utf8
    }

    /// Returns the local header, or that of the directory with an offset.
    private func header(_ entry: Entry, offset: Int?) -> [UInt8] {
        let isLocal = offset == nil
        let name = Array((isLocal ? entry.localName ?? entry.name : entry.name).utf8)
        var bytes = Self.number(isLocal ? 0x0403_4B50 : 0x0201_4B50, 4)
        if !isLocal { bytes += Self.number(20, 2) }
        bytes += Self.number(20, 2) + Self.number(entry.flags | (entry.hasDescriptor ? 8 : 0), 2)
        bytes += Self.number(entry.method, 2) + Self.number(0x21_0000, 4)
        let extra = entry.isWide ? Self.number(1, 2) + Self.number(16, 2) + wideSizes(entry) : []
        bytes += isLocal && entry.hasDescriptor ? Self.number(0, 12) : sizes(entry)
        bytes += Self.number(name.count, 2) + Self.number(extra.count, 2)
        if let offset { bytes += Self.number(0, 10) + Self.number(offset, 4) }
        return bytes + name + extra
    }

    private func sizes(_ entry: Entry) -> [UInt8] {
        let checksum = CRC32.checksum(entry.bytes) &+ entry.checksumError
        let size = entry.isWide ? 0xFFFF_FFFF : entry.bytes.count
        return Self.number(Int(checksum), 4) + Self.number(size, 4)
            + Self.number(entry.isWide ? size : size + entry.sizeError, 4)
    }

    private func wideSizes(_ entry: Entry) -> [UInt8] {
        Self.number(entry.bytes.count + entry.sizeError, 8) + Self.number(entry.bytes.count, 8)
    }

    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 0) }
    }
}

/// Workbook of one sheet, from the XML of its parts.
enum TestWorkbook {
    private static let office =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

    /// Returns the archive of a sheet.
    static func archive(
        sheet: String, strings: String = "<sst/>", styles: String = "<styleSheet/>",
        properties: String = ""
    ) -> TestArchive {
        let workbook =
            "<workbook xmlns:r='\(office)'>\(properties)<sheets>"
            + "<sheet name='Bikes' sheetId='1' r:id='a'/></sheets></workbook>"
        let relationships = [
            ("a", "worksheet", "sheet.xml"), ("b", "sharedStrings", "/xl/strings.xml"),
            ("c", "styles", "../xl/./styles.xml"),
        ].map { "<Relationship Id='\($0.0)' Type='\(office)/\($0.1)' Target='\($0.2)'/>" }
        return TestArchive([
            ("xl/workbook.xml", workbook),
            (
                "xl/_rels/workbook.xml.rels",
                "<Relationships>\(relationships.joined())</Relationships>"
            ),
            ("xl/sheet.xml", sheet), ("xl/strings.xml", strings), ("xl/styles.xml", styles),
        ])
    }

    /// Returns the file of a sheet with these rows.
    static func bytes(
        rows: String, strings: String = "<sst/>", styles: String = "<styleSheet/>",
        properties: String = ""
    ) -> [UInt8] {
        let sheet = "<worksheet><sheetData>\(rows)</sheetData></worksheet>"
        return archive(sheet: sheet, strings: strings, styles: styles, properties: properties).bytes
    }
}
