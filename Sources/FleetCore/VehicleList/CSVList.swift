/// Encoder for a list of vehicles as a table with a header row: comma-separated values
/// (``CSVRows``), or a workbook (``WorkbookRows``).
///
/// Links have a column for each platform, and the source's own properties one each.
struct CSVList {
    let header: ListHeader
    let fields: [ListedField]
    let hasTitles: Bool
    let rows: CSVRows
    private let properties: [String]

    init(header: ListHeader, fields: [ListedField], hasTitles: Bool, rows: CSVRows) {
        (self.header, self.fields, self.hasTitles, self.rows) = (header, fields, hasTitles, rows)
        properties = header.properties.map(\.name)
    }

    func write(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws {
        rows.begin(hasTitles ? titles : [], in: &sink.text)
        let sources = header.listedSources
        try vehicles { vehicle, source in
            append(vehicle, of: sources[source], to: &sink.text)
            try sink.endRow()
        }
    }

    /// Writes a workbook with the same columns.
    func writeWorkbook(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws {
        let rows = try WorkbookRows(titles, sheet: header.source)
        let sources = header.listedSources
        var values: [FieldValue] = []
        try vehicles { vehicle, source in
            values.removeAll(keepingCapacity: true)
            forEachValue(of: vehicle, in: sources[source]) { values.append($0) }
            try rows.append(values, to: &sink)
        }
        try rows.finish(to: &sink)
    }

    private var titles: [String] {
        fields.flatMap { field in
            switch field {
            case .standard(.rentalURIs):
                ["rental_uris_android", "rental_uris_ios", "rental_uris_web"]
            case .standard(.properties): properties
            default: [field.name]
            }
        }
    }

    private func append(_ vehicle: Vehicle, of source: ListedSource, to text: inout UTF8Buffer) {
        forEachValue(of: vehicle, in: source) { rows.append($0, to: &text) }
        rows.endRow(in: &text)
    }

    @inline(__always)
    private func forEachValue(
        of vehicle: Vehicle, in source: ListedSource, _ body: (FieldValue) -> Void
    ) {
        for field in fields {
            switch field {
            case .standard(.rentalURIs):
                let links = vehicle.rentalURIs
                for link in [links?.android, links?.ios, links?.web] {
                    body(FieldValue(link))
                }
            case .standard(.properties):
                for name in properties {
                    body(FieldValue(vehicle.properties[name]))
                }
            default: body(field.value(of: vehicle, in: source))
            }
        }
    }
}
