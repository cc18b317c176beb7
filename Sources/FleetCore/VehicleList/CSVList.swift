/// Encoder for a list of vehicles as comma-separated values with a header row: see ``CSVRows``.
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
        for field in fields {
            switch field {
            case .standard(.rentalURIs):
                let links = vehicle.rentalURIs
                for link in [links?.android, links?.ios, links?.web] {
                    rows.append(FieldValue(link), to: &text)
                }
            case .standard(.properties):
                for name in properties {
                    rows.append(FieldValue(vehicle.properties[name]), to: &text)
                }
            default: rows.append(field.value(of: vehicle, in: source), to: &text)
            }
        }
        rows.endRow(in: &text)
    }
}
