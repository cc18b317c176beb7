/// Format of a list of sites.
public enum SiteListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, with one site per line.
    case json
    /// One site object per line.
    case ndjson
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
    /// A workbook of one sheet (ISO/IEC 29500), which is binary.
    case xlsx
}

/// A column of the sites in CSV, which can be selected in all formats.
private enum SiteColumn {
    case field(SiteField)
    case measurement(Quantity)
    case distance

    /// The GBFS columns, then one for the value of each quantity.
    static let all =
        SiteField.all.map { SiteColumn.field($0) }
        + Quantity.allCases.map { SiteColumn.measurement($0) }

    static let selectable = all + [.distance]

    /// Returns the columns of a list without selected ones: regions and counts by type of feeds that
    /// have any.
    static func all(in header: SiteListHeader) -> [SiteColumn] {
        selectable.filter {
            switch $0 {
            case .field(.regionID), .field(.region): header.feed.hasRegions == true
            case .field(.vehiclesByType), .field(.docksByType): header.feed.hasTypeCounts == true
            case .distance: header.distanceOrigin != nil
            case .field, .measurement: true
            }
        }
    }

    var name: String {
        switch self {
        case .field(let field): field.name.description
        case .measurement(let quantity): quantity.rawValue
        case .distance: "distance_meters"
        }
    }

    /// Returns the value of a site in a list; a distance only from an origin.
    func value(of status: SiteStatus, in header: SiteListHeader) -> FieldValue {
        switch self {
        case .field(let field): field.value(of: status, regions: header.feed.regionNames)
        case .measurement(let quantity): status.value(of: quantity)
        case .distance: FieldValue(distanceFrom: header.distanceOrigin, to: status.site.position)
        }
    }
}

/// Encoder for lists of sites, in any format.
public struct SiteListEncoder {
    private let format: SiteListFormat
    private let header: SiteListHeader
    private let style: TableStyle
    /// The selected columns; `nil` means those of the format.
    private let columns: [SiteColumn]?
    private let hasTitles: Bool
    private let cells: CSVCellStyle

    /// Creates an encoder; the style applies to tables only.
    public init(
        format: SiteListFormat, header: SiteListHeader, style: TableStyle,
        selection: ListSelection = ListSelection()
    ) throws(UnknownFieldError) {
        self.format = format
        self.header = header
        self.style = style
        columns = try Self.columns(of: selection)
        hasTitles = selection.hasTitles
        cells = selection.cells
    }

    /// Names of all fields of a site that can be selected.
    public static var fieldNames: [String] { SiteColumn.selectable.map(\.name) }

    /// Checks that sites have the fields of a selection.
    public static func check(_ selection: ListSelection) throws(UnknownFieldError) {
        _ = try columns(of: selection)
    }

    private static func columns(
        of selection: ListSelection
    ) throws(UnknownFieldError) -> [SiteColumn]? {
        try selection.resolved(known: fieldNames) { name in
            SiteColumn.selectable.first { $0.name == name }
        }
    }

    /// Writes the list and flushes the sink.
    ///
    /// The header of a table is separate, since in a pipe it goes to standard error: see
    /// ``SiteListHeader/text(alarms:style:)``.
    public func write(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        switch format {
        case .table: try writeTable(sites, to: &sink)
        case .json: try writeDocument(sites, to: &sink)
        case .ndjson:
            for site in sites {
                sink.text.append(object(of: site))
                sink.append("\n")
                try sink.endRow()
            }
        case .csv: try writeRows(sites, to: &sink)
        case .geojson: try writeFeatures(sites, to: &sink)
        case .xlsx: try writeWorkbook(sites, to: &sink)
        }
        try sink.finish()
    }

    private func value(of status: SiteStatus, in column: SiteColumn) -> FieldValue {
        column.value(of: status, in: header)
    }

    private func writeTable(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        guard let columns else {
            return try SiteTable.append(
                sites, of: header.feed, from: header.distanceOrigin, hasTitles: hasTitles,
                to: &sink, style: style)
        }
        let list = RecordList(
            "sites",
            columns: columns.map { column in .init(column.name) { value(of: $0, in: column) } },
            rows: sites)
        try list.write(as: .table, ListSelection(hasTitles: hasTitles), style: style, to: &sink)
    }

    /// Returns the site as a JSON object of the selected columns, or of everything.
    private func object(
        of status: SiteStatus, without hidden: Set<SiteField> = []
    ) -> JSONObjectWriter {
        guard let columns else {
            var object = status.jsonObject(
                of: SiteField.all.filter { !hidden.contains($0) },
                regions: header.feed.regionNames)
            object.add(SiteColumn.distance.name, value(of: status, in: .distance))
            return object
        }
        var object = JSONObjectWriter()
        for column in columns {
            if case .field(let field) = column, hidden.contains(field) { continue }
            object.add(column.name, value(of: status, in: column))
        }
        return object
    }

    private func writeDocument(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "sites", in: &sink)
        for site in sites {
            array.startElement(in: &sink)
            sink.text.append(self.object(of: site))
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }

    private func writeRows(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        let columns = columns ?? SiteColumn.all(in: header)
        let rows = CSVRows(cells)
        rows.begin(hasTitles ? columns.map(\.name) : [], in: &sink.text)
        for status in sites {
            for column in columns { rows.append(value(of: status, in: column), to: &sink.text) }
            rows.endRow(in: &sink.text)
            try sink.endRow()
        }
    }

    private func writeWorkbook(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        let columns = columns ?? SiteColumn.all(in: header)
        let rows = try WorkbookRows(columns.map(\.name), sheet: header.source)
        for status in sites {
            try rows.append(columns.map { value(of: status, in: $0) }, to: &sink)
        }
        try rows.finish(to: &sink)
    }

    private func writeFeatures(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        object.add("type", "FeatureCollection")
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "features", in: &sink)
        for status in sites {
            array.startElement(in: &sink)
            sink.append("{\"type\":\"Feature\",\"id\":")
            sink.text.appendJSON(status.site.id)
            sink.append(",\"geometry\":")
            GeoJSONList.append(status.site.position, to: &sink.text)
            sink.append(",\"properties\":")
            sink.text.append(self.object(of: status, without: [.latitude, .longitude]))
            sink.append("}")
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }
}

extension SiteStatus {
    /// Returns the last measurement of a quantity.
    fileprivate func value(of quantity: Quantity) -> FieldValue {
        switch measurement(of: quantity)?.value {
        case .number(let number): .init(number)
        case .condition(let holds): .flag(holds)
        case nil: .absent
        }
    }
}
