/// Encoder for a list as a GeoJSON FeatureCollection (RFC 7946, section 3.3), one feature per line.
///
/// The header becomes foreign members (section 6.1). A vehicle without a position is a feature with
/// a null geometry (section 3.2). In a list of several sources, the ID of a feature begins with the
/// name of its source, since two vehicles may have the same ID.
struct GeoJSONList {
    let header: ListHeader
    private let properties: [ListedField]

    /// Creates an encoder; the position is always the geometry.
    init(header: ListHeader, fields: [ListedField]) {
        self.header = header
        properties = fields.filter { $0 != .standard(.latitude) && $0 != .standard(.longitude) }
    }

    func write(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        object.add("type", "FeatureCollection")
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "features", in: &sink)
        let sources = header.listedSources
        try vehicles { vehicle, source in
            array.startElement(in: &sink)
            append(vehicle, of: sources[source], to: &sink.text)
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }

    private func append(_ vehicle: Vehicle, of source: ListedSource, to text: inout UTF8Buffer) {
        text.append("{\"type\":\"Feature\",\"id\":")
        let prefix = header.hasSeveralSources ? (source.name ?? "") + "/" : ""
        text.appendJSON(prefix + vehicle.id)
        text.append(",\"geometry\":")
        Self.append(vehicle.position, to: &text)
        text.append(",\"properties\":")
        text.appendJSON(vehicle, in: source, fields: properties)
        text.append(UInt8(ascii: "}"))
    }

    /// Appends a position as a geometry; longitude comes first (section 3.1.1).
    static func append(_ position: Position?, to text: inout UTF8Buffer) {
        guard let position else { return text.append("null") }
        text.append("{\"type\":\"Point\",\"coordinates\":[")
        text.append(position.longitude)
        text.append(UInt8(ascii: ","))
        text.append(position.latitude)
        text.append("]}")
    }
}
