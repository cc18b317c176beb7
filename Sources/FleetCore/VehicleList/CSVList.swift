/// Encoder for a list as comma-separated values (RFC 4180) with a header row.
///
/// Rows end with a line feed only, which every parser accepts and line tools need. Multiple colors
/// are joined by a space, links have a column for each platform, and unknown values are empty.
struct CSVList {
    let header: ListHeader
    let fields: [VehicleField]
    let hasTitles: Bool
    let style: CSVCellStyle

    func write(_ vehicles: VehicleSequence, to sink: inout ByteSink) throws {
        if hasTitles { appendNames(to: &sink.text) }
        try vehicles { vehicle in
            append(vehicle, to: &sink.text)
            try sink.endRow()
        }
    }

    private func appendNames(to text: inout UTF8Buffer) {
        for field in fields {
            guard field == .rentalURIs else {
                text.append(field.name)
                text.append(UInt8(ascii: ","))
                continue
            }
            text.append("rental_uris_android,rental_uris_ios,rental_uris_web,")
        }
        Self.endRow(&text)
    }

    private func append(_ vehicle: Vehicle, to text: inout UTF8Buffer) {
        for field in fields {
            let value = field.value(
                of: vehicle, rotation: header.rotation, from: header.distanceOrigin)
            if field == .rentalURIs {
                append(vehicle.rentalURIs, to: &text)
            } else {
                Self.append(value, as: style, to: &text)
                text.append(UInt8(ascii: ","))
            }
        }
        Self.endRow(&text)
    }

    /// Appends a value as a cell.
    static func append(
        _ value: FieldValue, as style: CSVCellStyle, to text: inout UTF8Buffer
    ) {
        switch value {
        case .text(let cell): text.appendCSV(cell, as: style)
        case .texts(let cells): text.appendCSV(cells.joined(separator: " "), as: style)
        case .objects(_, let cell): text.appendCSV(cell, as: style)
        case .number(let number): text.append(number)
        case .flag(let flag): text.appendJSON(flag)
        case .time(let time): text.append(time)
        case .links(let links): text.appendCSV(links.preferred ?? "", as: style)
        case .absent: break
        }
    }

    private func append(_ links: RentalURIs?, to text: inout UTF8Buffer) {
        for link in [links?.android, links?.ios, links?.web] {
            if let link { text.appendCSV(link, as: style) }
            text.append(UInt8(ascii: ","))
        }
    }

    /// Replaces the comma after the last cell by a line feed.
    static func endRow(_ text: inout UTF8Buffer) {
        text.bytes[text.bytes.count - 1] = UInt8(ascii: "\n")
    }
}
