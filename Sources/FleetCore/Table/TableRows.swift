import Spreadsheets

/// The rows of a table in the database: texts under headings.
public struct TableRows: Equatable, Sendable {
    /// The headings of all columns, each one once.
    public var headings: [String]
    /// The cells of each row by their headings.
    public var rows: [CustomProperties]

    /// Creates a table.
    public init(headings: [String], rows: [CustomProperties] = []) {
        (self.headings, self.rows) = (headings, rows)
    }
}

extension TableRows {
    /// The table as a JSON array of objects; the first object has all headings, without values.
    package var json: [UInt8] {
        var text = UTF8Buffer()
        text.append(UInt8(ascii: "["))
        text.append(UInt8(ascii: "{"))
        for heading in headings {
            text.appendName(escaping: heading)
            text.appendJSON("")
        }
        text.append(UInt8(ascii: "}"))
        for row in rows {
            text.append(UInt8(ascii: ","))
            text.append(row.isEmpty ? "{}" : row.text)
        }
        text.append(UInt8(ascii: "]"))
        return text.bytes
    }

    /// The table as a JSON array of objects, each of which has all headings.
    package var objects: UTF8Buffer {
        var text = UTF8Buffer()
        text.append("[")
        for (index, row) in rows.enumerated() {
            text.append(index == 0 ? "{" : ",{")
            for (heading, value) in zip(headings, row.values(of: headings)) {
                text.appendName(escaping: heading)
                text.appendJSON(value)
            }
            text.append("}")
        }
        text.append("]")
        return text
    }

    /// The table as comma-separated values, byte for byte.
    package func csv(_ style: CSVCellStyle) -> UTF8Buffer {
        let writer = CSVRows(style)
        var text = UTF8Buffer()
        writer.begin(headings, in: &text)
        for row in rows {
            let cells = row.values(of: headings)
            for cell in cells { writer.append(.text(cell), to: &text) }
            if cells.isEmpty { continue }
            writer.endRow(in: &text)
        }
        return text
    }
}

extension TableRows {
    /// Returns the table as a workbook (XLSX), in which plain numbers of these columns are numbers.
    /// - Throws: `TableError` for a cell that is too long for a workbook.
    package func workbook(sheet: String, numbers: Set<String>) throws -> [UInt8] {
        var bytes: [UInt8] = []
        let writer = try WorkbookWriter(sheet: sheet, header: headings) { bytes += $0 }
        for row in rows {
            try writer.append(
                zip(headings, row.values(of: headings)).map { heading, cell in
                    let number = numbers.contains(heading) ? Self.plainNumber(cell) : nil
                    return number.map(WorkbookCell.number) ?? (cell.isEmpty ? .empty : .text(cell))
                })
        }
        try writer.finish()
        return bytes
    }

    /// Number of digits that every spreadsheet shows of a number.
    private static let maxDigits = 9

    /// Returns the number that a cell shows if a spreadsheet shows it in the same way.
    private static func plainNumber(_ cell: String) -> Double? {
        guard cell.utf8.count <= maxDigits + 2,
            cell.utf8.count(where: { (0x30...0x39).contains($0) }) <= maxDigits,
            let number = Double(cell), number.isFinite, abs(number) >= 0.001 || number == 0
        else { return nil }
        let text = number.description
        let shown = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        return shown == cell ? number : nil
    }
}

extension CustomProperties {
    /// Returns the values of some properties, empty for those without one.
    package func values(of names: [String]) -> [String] {
        let values = Dictionary(all.map { ($0.name, $0.value) }) { $1 }
        return names.map { values[$0] ?? "" }
    }
}

extension TableField {
    /// The heading of a column that the program adds for the field.
    package var heading: String {
        switch self {
        case .id: "ID"
        case .name: "Name"
        case .code: "Code"
        case .color: "Color"
        case .type: "Type"
        case .formFactor: "Form factor"
        case .propulsionType: "Propulsion type"
        case .latitude: "Latitude"
        case .longitude: "Longitude"
        case .location: "Location"
        case .state: "State"
        case .reserved: "Reserved"
        case .disabled: "Disabled"
        case .battery: "Battery"
        case .batteryEstimated: "Battery estimated"
        case .fuel: "Fuel"
        case .range: "Range"
        case .station: "Station"
        case .locatedByStation: "Located by station"
        case .regionID: "Region ID"
        case .region: "Region"
        case .picture: "Picture"
        case .web: "Web link"
        case .android: "Android link"
        case .ios: "iOS link"
        case .lastReported: "Last reported"
        }
    }
}
