import FleetCore
import QRCode

/// Report about one finished label.
package struct LabelRecord {
    let item: LabelItem
    let symbol: SymbolInfo
    /// The file in the folder; `nil` for a sheet.
    var file: String?
    /// The page of the first copy on a sheet, from 1.
    var page: Int?
    /// The position of the first copy on its page, from 1 row by row.
    var position: Int?
    /// The printed side with the quiet zone.
    let millimetres: Double
    /// Whether an independent decoder read the symbol back.
    let isVerified: Bool

    /// The columns of the index: titles, and writers of the cells.
    private static func indexColumns(
        _ rows: CSVRows
    ) -> [(title: String, append: (LabelRecord, inout UTF8Buffer) -> Void)] {
        [
            ("vehicle_id", { rows.append(bytes: $0.item.id, to: &$1) }),
            ("file", { rows.append(FieldValue($0.file), to: &$1) }),
            ("page", { rows.append(FieldValue($0.page), to: &$1) }),
            ("position", { rows.append(FieldValue($0.position), to: &$1) }),
            ("payload", { rows.append(bytes: $0.item.payload, to: &$1) }),
            ("version", { rows.append(FieldValue($0.symbol.version), to: &$1) }),
            ("level", { rows.append(.text($0.symbol.level.rawValue), to: &$1) }),
            ("mask", { rows.append(FieldValue($0.symbol.mask), to: &$1) }),
        ]
    }

    /// The beginning of the index.
    static func indexHeader(_ rows: CSVRows) -> [UInt8] {
        var header = UTF8Buffer()
        rows.begin(indexColumns(rows).map(\.title), in: &header)
        return header.bytes
    }

    /// A row of the index.
    func indexRow(_ rows: CSVRows) -> [UInt8] {
        var row = UTF8Buffer()
        for column in Self.indexColumns(rows) { column.append(self, &row) }
        rows.endRow(in: &row)
        return row.bytes
    }

    /// The label in a report.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("id", item.text)
        object.add("payload", String(decoding: item.payload, as: UTF8.self))
        if String(validating: item.payload, as: UTF8.self) == nil {
            object.add("payload_hex", item.payload.map { Self.hexadecimal($0) }.joined())
        }
        symbol.add(to: &object)
        object.add("millimetres", (millimetres * 100).rounded() / 100)
        object.add("verified", isVerified)
        object.add("file", file)
        object.add("page", page)
        object.add("position", position)
        return object
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        String(0x100 + Int(byte), radix: 16).dropFirst().description
    }
}

/// Properties of a symbol in a report.
struct SymbolInfo: Equatable {
    let version: Int
    let level: ErrorCorrection
    let mask: Int
    /// Modules per side, without the quiet zone.
    let modules: Int
    let hasUTF8ECI: Bool

    init(_ symbol: Symbol) {
        (version, level, mask) = (symbol.version, symbol.level, symbol.mask)
        (modules, hasUTF8ECI) = (symbol.size, symbol.hasUTF8ECI)
    }

    func add(to object: inout JSONObjectWriter) {
        object.add("version", version)
        object.add("level", level.rawValue)
        object.add("mask", mask)
        object.add("modules", modules)
        object.add("eci", hasUTF8ECI ? 26 : nil)
    }
}

/// Returns a number with at most two decimals.
package func decimal(_ value: Double) -> String {
    var text = UTF8Buffer()
    text.append(value, roundedTo: 2)
    return text.string
}

/// Returns a number with at most two decimals, and its unit.
package func decimal(_ value: Double, unit: String) -> String {
    "\(decimal(value)) \(unit)"
}
