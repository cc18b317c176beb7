/// Encoder for a list of vehicles as comma-separated values with a header row: see ``CSVRows``.
///
/// Links have a column for each platform.
struct CSVList {
    let header: ListHeader
    let fields: [VehicleProperty]
    let hasTitles: Bool
    let rows: CSVRows

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
            field == .rentalURIs
                ? ["rental_uris_android", "rental_uris_ios", "rental_uris_web"]
                : [field.name.description]
        }
    }

    private func append(_ vehicle: Vehicle, of source: ListedSource, to text: inout UTF8Buffer) {
        for field in fields {
            if field == .rentalURIs {
                let links = vehicle.rentalURIs
                for link in [links?.android, links?.ios, links?.web] {
                    rows.append(FieldValue(link), to: &text)
                }
            } else {
                let value = field.value(
                    of: vehicle, rotation: source.rotation, from: source.origin,
                    source: source.name, regions: source.regions, feed: source.locatingFeed)
                rows.append(value, to: &text)
            }
        }
        rows.endRow(in: &text)
    }
}
