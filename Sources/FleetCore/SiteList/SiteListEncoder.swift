/// Format of a list of sites.
public enum SiteListFormat: String, CaseIterable, Sendable {
    /// Aligned columns for people.
    case table
    /// One document, with one site per line.
    case json
    /// Comma-separated values with a header row (RFC 4180).
    case csv
    /// A FeatureCollection (RFC 7946).
    case geojson
}

/// Encoder for lists of sites, in any format.
public struct SiteListEncoder {
    private let format: SiteListFormat
    private let header: SiteListHeader
    private let style: TableStyle
    private let cells: CSVCellStyle

    /// Creates an encoder; `style` applies to tables only, `cells` to CSV.
    public init(
        format: SiteListFormat, header: SiteListHeader, style: TableStyle,
        cells: CSVCellStyle = .exact
    ) {
        self.format = format
        self.header = header
        self.style = style
        self.cells = cells
    }

    /// Writes the list and flushes the sink.
    ///
    /// The header of a table is separate, since in a pipe it goes to standard error: see
    /// ``SiteListHeader/text(alarms:style:)``.
    public func write(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        switch format {
        case .table: try SiteTable.append(sites, to: &sink, style: style)
        case .json: try writeDocument(sites, to: &sink)
        case .csv: try writeRows(sites, to: &sink)
        case .geojson: try writeFeatures(sites, to: &sink)
        }
        try sink.finish()
    }

    private func writeDocument(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "sites", in: &sink)
        for site in sites {
            array.startElement(in: &sink)
            sink.text.append(site.jsonObject())
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }

    /// Writes the GBFS columns, then a column for the value of each quantity.
    private func writeRows(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        for field in SiteField.all {
            sink.text.append(field.name)
            sink.append(",")
        }
        for quantity in Quantity.allCases { sink.append(quantity.rawValue + ",") }
        CSVList.endRow(&sink.text)
        for status in sites {
            for field in SiteField.all {
                CSVList.append(field.value(of: status), as: cells, to: &sink.text)
                sink.append(",")
            }
            for quantity in Quantity.allCases {
                CSVList.append(status.value(of: quantity), as: cells, to: &sink.text)
                sink.append(",")
            }
            CSVList.endRow(&sink.text)
            try sink.endRow()
        }
    }

    private func writeFeatures(_ sites: [SiteStatus], to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        object.add("type", "FeatureCollection")
        header.add(to: &object)
        let properties = SiteField.all.filter { $0 != .latitude && $0 != .longitude }
        var array = JSONArrayWriter(opening: object, name: "features", in: &sink)
        for status in sites {
            array.startElement(in: &sink)
            sink.append("{\"type\":\"Feature\",\"id\":")
            sink.text.appendJSON(status.site.id)
            sink.append(",\"geometry\":")
            GeoJSONList.append(status.site.position, to: &sink.text)
            sink.append(",\"properties\":")
            sink.text.append(status.jsonObject(of: properties))
            sink.append("}")
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }
}

extension SiteStatus {
    /// Returns the last measurement of a quantity.
    fileprivate func value(of quantity: Quantity) -> VehicleField.Value {
        switch site.measurements.first(where: { $0.quantity == quantity })?.value {
        case .number(let number): .init(number)
        case .condition(let holds): .flag(holds)
        case nil: .absent
        }
    }
}
