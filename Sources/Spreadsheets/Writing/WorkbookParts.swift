/// Parts of a workbook of one sheet (ISO/IEC 29500-1, section 12.2).
enum WorkbookParts {
    /// Index of a style in `cellXfs`.
    enum Style: UInt8 {
        case general
        case header
        case text
        case date
        case dateWithTime
        case dateWithSeconds
    }

    static let sheet = "xl/worksheets/sheet1.xml"
    static let sheetEnd = "</sheetData></worksheet>"
    /// Widths of columns in characters.
    private static let widths = 10...40

    private static let declaration =
        #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n"
    private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let relationships =
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let package = "http://schemas.openxmlformats.org/package/2006"

    /// Returns the parts but the sheet.
    static func all(sheet name: String) -> [(name: String, text: String)] {
        [
            ("[Content_Types].xml", declaration + contentTypes),
            (
                "_rels/.rels",
                relationshipPart([("officeDocument", "xl/workbook.xml")])
            ),
            ("xl/workbook.xml", declaration + workbook(sheet: name)),
            (
                "xl/_rels/workbook.xml.rels",
                relationshipPart([("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml")])
            ),
            ("xl/styles.xml", declaration + styles),
        ]
    }

    /// Returns the sheet up to its first row.
    static func sheetStart(header: [String]) -> String {
        let columns = header.prefix(TableFile.maxColumns).enumerated().map { index, text in
            let width = min(max(widths.lowerBound, text.count + 2), widths.upperBound)
            return
                #"<col min="\#(index + 1)" max="\#(index + 1)" width="\#(width)" customWidth="1"/>"#
        }
        return declaration + #"<worksheet xmlns="\#(main)"><sheetViews>"#
            + #"<sheetView tabSelected="1" workbookViewId="0">"#
            + #"<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>"#
            + "</sheetView></sheetViews>"
            + (columns.isEmpty ? "" : "<cols>\(columns.joined())</cols>") + "<sheetData>"
    }

    private static var contentTypes: String {
        let office = "application/vnd.openxmlformats-officedocument.spreadsheetml"
        let overrides = [
            ("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"), ("styles", "styles"),
        ].map { #"<Override PartName="/xl/\#($0).xml" ContentType="\#(office).\#($1)+xml"/>"# }
        return #"<Types xmlns="\#(package)/content-types"><Default Extension="rels""#
            + #" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
            + #"<Default Extension="xml" ContentType="application/xml"/>\#(overrides.joined())</Types>"#
    }

    private static func relationshipPart(_ targets: [(type: String, target: String)]) -> String {
        let elements = targets.enumerated().map { index, target in
            #"<Relationship Id="rId\#(index + 1)" Type="\#(relationships)/\#(target.type)""#
                + #" Target="\#(target.target)"/>"#
        }
        return declaration
            + #"<Relationships xmlns="\#(package)/relationships">\#(elements.joined())</Relationships>"#
    }

    private static func workbook(sheet name: String) -> String {
        var escaped: [UInt8] = []
        EscapedText.append(sheetName(name), to: &escaped)
        return #"<workbook xmlns="\#(main)" xmlns:r="\#(relationships)"><sheets><sheet name=""#
            + String(decoding: escaped, as: UTF8.self)
            + #"" sheetId="1" r:id="rId1"/></sheets></workbook>"#
    }

    /// Returns a name that Excel accepts: 31 units of UTF-16 without some characters, and without
    /// apostrophes at its ends.
    private static func sheetName(_ name: String) -> String {
        var clean = ""
        for scalar in name.unicodeScalars {
            let isAllowed =
                scalar.value >= 0x20
                && !"[]:*?/\\'\u{FFFE}\u{FFFF}".unicodeScalars
                    .contains(scalar)
            let next = isAllowed ? Character(scalar) : "_"
            guard clean.utf16.count + next.utf16.count <= 31 else { break }
            clean.append(next)
        }
        return clean.isEmpty ? "Sheet1" : clean
    }

    /// Formats: 49 is text; dates are those of ISO 8601.
    private static var styles: String {
        let formats = [
            (164, "yyyy-mm-dd"), (165, "yyyy-mm-dd hh:mm"), (166, "yyyy-mm-dd hh:mm:ss"),
        ]
        let cells = [(0, 0), (49, 1), (49, 0), (164, 0), (165, 0), (166, 0)].map { format, font in
            #"<xf numFmtId="\#(format)" fontId="\#(font)" fillId="0" borderId="0" xfId="0""#
                + #" applyNumberFormat="1" applyFont="1"/>"#
        }
        let font = #"<sz val="11"/><name val="Calibri"/><family val="2"/>"#
        return #"<styleSheet xmlns="\#(main)"><numFmts count="3">"#
            + formats.map { #"<numFmt numFmtId="\#($0)" formatCode="\#($1)"/>"# }.joined()
            + #"</numFmts><fonts count="2"><font>\#(font)</font><font><b/>\#(font)</font></fonts>"#
            + #"<fills count="2"><fill><patternFill patternType="none"/></fill>"#
            + #"<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border>"#
            + "<left/><right/><top/><bottom/><diagonal/></border></borders>"
            + #"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>"#
            + #"</cellStyleXfs><cellXfs count="\#(cells.count)">\#(cells.joined())</cellXfs>"#
            + #"<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#
            + "</styleSheet>"
    }
}
