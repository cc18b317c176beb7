/// Number formats of a workbook's cells (ISO/IEC 29500-1, sections 18.8.10 and 18.8.30).
struct CellFormats: Sendable {
    /// Whether dates count from 1904 instead of 1900.
    let uses1904: Bool
    private let formats: [NumberFormat]

    init(
        _ entry: ZipArchive.Entry?, in archive: ZipArchive, uses1904: Bool
    ) throws(TableError) {
        self.uses1904 = uses1904
        guard let entry else {
            formats = []
            return
        }
        let reader = try StyleReader(small: entry, of: archive)
        try reader.finish()
        formats = reader.formats
    }

    /// The number format of a style; that of an unknown style is general.
    subscript(style: Int) -> NumberFormat {
        formats.indices.contains(style) ? formats[style] : .general
    }
}

private final class StyleReader: XMLReader {
    private var codes: [Int: NumberFormat] = [:]
    private var identifiers: [Int] = []
    private var isInCells = false

    var formats: [NumberFormat] {
        identifiers.map { codes[$0] ?? NumberFormat(builtIn: $0) }
    }

    override func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) {
        if depth == 2 { isInCells = name == "cellXfs" }
        guard depth == 3 else { return }
        let identifier = attributes.text("numFmtId").flatMap { Int($0) }
        if isInCells, name == "xf" { identifiers.append(identifier ?? 0) }
        if name == "numFmt", let identifier, let code = attributes.text("formatCode") {
            codes[identifier] = NumberFormat(code: Array(code.utf8))
        }
    }
}
