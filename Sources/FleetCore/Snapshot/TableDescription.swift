/// What was recognized in a table.
public struct TableDescription: Equatable, Sendable, Codable {
    /// The name of its sheet; `nil` for a file without sheets.
    public var sheet: String?
    /// The row of its headings, as spreadsheets show it; `nil` for members of JSON objects.
    public var headerRow: Int?
    /// The columns that hold fields, in the order of the table.
    public var columns: [TableSettings.Column]

    /// Creates a description.
    public init(sheet: String? = nil, headerRow: Int? = nil, columns: [TableSettings.Column]) {
        (self.sheet, self.headerRow, self.columns) = (sheet, headerRow, columns)
    }
}

/// A format of tables; the raw values are the formats of feeds (``FeedDescription/format``).
public enum TableFormat: String, CaseIterable, Sendable {
    case csv = "CSV table"
    case workbook = "XLSX table"
    /// A FeatureCollection of points (RFC 7946).
    case geoJSON = "GeoJSON"
    /// An array of JSON objects, or one object a line.
    case jsonRows = "JSON rows"
    /// Rows in the database of the home.
    case inventory = "imported rows"
}

extension FeedDescription {
    /// Whether the vehicles are the rows of a table: its IDs are stable, and it neither moves nor
    /// gets stale.
    public var isTable: Bool { TableFormat(rawValue: format) != nil }

    /// Why the reports about movement have nothing about a table.
    public static var noMovement: String {
        localized("The source is a table, which has no movement.")
    }

    /// What was recognized in a table or an asset list, in lines for people; none for other feeds.
    package var tableLines: [String] {
        guard table != nil || assets != nil else { return [] }
        func list(_ names: [String]) -> String {
            names.map { TerminalText.limited($0) }.joined(separator: ", ")
        }
        let own = (properties ?? []).map { property in
            property.visibility == .everyone
                ? property.name : "\(property.name) (only \(property.visibility.rawValue))"
        }
        return (table?.sheet.map { ["sheet: " + list([$0])] } ?? [])
            + (table.map { ["columns: " + list($0.columns.map(\.option))] } ?? [])
            + (own.isEmpty ? [] : ["properties: " + list(own)])
    }
}
