import FleetTestSupport

/// Workbook of several sheets with inline texts, in a zip archive without compression.
struct TestWorkbook {
    struct Sheet {
        var name: String
        var rows: [[String]]
        var isHidden = false
    }

    var sheets: [Sheet]

    /// The bytes of the file (ISO/IEC 29500-1, section 18.3; APPNOTE.TXT, section 4.3).
    var bytes: [UInt8] {
        let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        let list = sheets.enumerated().map { index, sheet in
            let state = sheet.isHidden ? " state=\"hidden\"" : ""
            return
                "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\"\(state) r:id=\"r\(index)\"/>"
        }
        let targets = sheets.indices.map {
            "<Relationship Id=\"r\($0)\" Type=\"\(relation)/worksheet\" Target=\"sheet\($0).xml\"/>"
        }
        var parts = [
            (
                "_rels/.rels",
                "<Relationships><Relationship Id=\"r\" Type=\"\(relation)/officeDocument\" "
                    + "Target=\"xl/workbook.xml\"/></Relationships>"
            ),
            (
                "xl/workbook.xml",
                "<workbook xmlns:r=\"\(relation)\"><sheets>\(list.joined())</sheets></workbook>"
            ),
            ("xl/_rels/workbook.xml.rels", "<Relationships>\(targets.joined())</Relationships>"),
        ]
        for (index, sheet) in sheets.enumerated() {
            parts.append(("xl/sheet\(index).xml", Self.xml(sheet.rows)))
        }
        return Self.archive(parts.map { ($0.0, Array($0.1.utf8)) })
    }

    private static func xml(_ rows: [[String]]) -> String {
        let rows = rows.map { cells in
            "<row>"
                + cells.map { "<c t=\"inlineStr\"><is><t>\($0)</t></is></c>" }.joined() + "</row>"
        }
        return "<worksheet><sheetData>\(rows.joined())</sheetData></worksheet>"
    }

    private static func archive(_ entries: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var (archive, directory): ([UInt8], [UInt8]) = ([], [])
        for (name, bytes) in entries {
            let common =
                number(20, 2) + number(0, 8) + number(Int(CRC32.checksum(bytes)), 4)
                + number(bytes.count, 4) + number(bytes.count, 4) + number(name.utf8.count, 2)
            directory += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 12)
            directory += number(archive.count, 4) + Array(name.utf8)
            archive += number(0x0403_4B50, 4) + common + number(0, 2) + Array(name.utf8) + bytes
        }
        let end =
            number(0x0605_4B50, 4) + number(0, 4) + number(entries.count, 2)
            + number(entries.count, 2) + number(directory.count, 4) + number(archive.count, 4)
        return archive + directory + end + number(0, 2)
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
