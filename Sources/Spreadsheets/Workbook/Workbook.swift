/// Workbook in Office Open XML (SpreadsheetML, ISO/IEC 29500-1, section 18).
struct Workbook: Sendable {
    struct Sheet: Sendable {
        let name: String
        let isHidden: Bool
        /// Name of the sheet's part.
        let part: String
    }

    let sheets: [Sheet]
    private let archive: ZipArchive
    private let strings: SharedStrings
    private let formats: CellFormats

    init(_ archive: ZipArchive) throws(TableError) {
        self.archive = archive
        let package = try Relationships(of: "", in: archive)
        let part = package.part(ofType: "officeDocument") ?? "xl/workbook.xml"
        guard let entry = archive.entry(part), !part.hasSuffix(".bin") else {
            throw try Self.error(for: archive)
        }
        let relationships = try Relationships(of: part, in: archive)
        let reader = try WorkbookReader(small: entry, of: archive)
        try reader.finish()
        guard reader.isWorkbook else { throw .notAWorkbook }
        sheets = reader.sheets(relationships)
        strings = try SharedStrings(
            relationships.part(ofType: "sharedStrings").flatMap(archive.entry), in: archive)
        formats = try CellFormats(
            relationships.part(ofType: "styles").flatMap(archive.entry), in: archive,
            uses1904: reader.uses1904)
    }

    func forEachRow(of sheet: Int, _ body: (inout TableRow) throws -> Bool) throws {
        let part = sheets[sheet].part
        guard let entry = archive.entry(part) else {
            throw TableError.damaged("\(part) is missing")
        }
        let reader = try SheetReader(entry, of: archive, strings, formats)
        while try reader.advance() {
            guard try body(&reader.row) else { return }
        }
    }

    /// Returns the error for an archive without a workbook that can be read.
    private static func error(for archive: ZipArchive) throws(TableError) -> TableError {
        if archive.entry("xl/workbook.bin") != nil { return .binaryWorkbook }
        // OpenDocument 1.3, part 2, section 3.3.
        if let entry = archive.entry("mimetype"), entry.unpackedSize < 256 {
            let type = try String(decoding: archive.contents(of: entry), as: UTF8.self)
            if type.hasPrefix("application/vnd.oasis.opendocument.spreadsheet") {
                return .openDocument
            }
        }
        return .notAWorkbook
    }
}

extension ZipArchive {
    /// Returns the contents of a small entry.
    func contents(of entry: Entry) throws(TableError) -> [UInt8] {
        let reader = try ZipEntryReader(entry, of: self)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try buffer.withUnsafeMutableBufferPointer { buffer throws(TableError) in
                try reader.read(into: buffer)
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// Reader of `xl/workbook.xml` (section 18.2.27).
private final class WorkbookReader: XMLReader {
    private(set) var isWorkbook = false
    private(set) var uses1904 = false
    private var sheets: [(name: String, isHidden: Bool, id: String)] = []

    override func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
        if depth == 1 { isWorkbook = name == "workbook" }
        if depth == 2, name == "workbookPr" { uses1904 = attributes.flag("date1904") }
        guard depth == 3, name == "sheet", let id = attributes.qualifiedText("id") else { return }
        let state = attributes.text("state") ?? "visible"
        sheets.append((attributes.text("name") ?? "", state != "visible", id))
    }

    /// Returns the sheets with cells, without those that are a chart or a dialog.
    func sheets(_ relationships: Relationships) -> [Workbook.Sheet] {
        let targets = Dictionary(
            relationships.targets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return sheets.compactMap { sheet in
            guard let target = targets[sheet.id], target.type == "worksheet" else { return nil }
            return .init(name: sheet.name, isHidden: sheet.isHidden, part: target.part)
        }
    }
}
