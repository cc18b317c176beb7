/// Encoder for a list as one JSON document: the header, then one vehicle per line.
struct JSONList {
    let header: ListHeader
    let fields: [ListedField]

    func write(_ vehicles: ListedVehicles, to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "vehicles", in: &sink)
        let sources = header.listedSources
        try vehicles { vehicle, source in
            array.startElement(in: &sink)
            sink.text.appendJSON(vehicle, in: sources[source], fields: fields)
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }
}

/// Writer of the last array in a JSON document, with one element per line.
struct JSONArrayWriter {
    private var isEmpty = true

    /// Writes an object up to its last member, the array; nests that in an object `inner` if named.
    init(
        opening object: JSONObjectWriter, inner: StaticString? = nil, name: StaticString,
        in sink: inout ByteSink
    ) {
        var text = object.unclosed
        if let inner {
            text.appendName(inner)
            text.append(UInt8(ascii: "{"))
        }
        text.appendName(name)
        text.append(UInt8(ascii: "["))
        sink.text.bytes += text.bytes
    }

    /// Writes the separator before an element.
    mutating func startElement(in sink: inout ByteSink) {
        if isEmpty { sink.text.append("\n") } else { sink.text.append(",\n") }
        isEmpty = false
    }

    /// Writes the closing brackets of the array and the objects around it.
    func close(_ brackets: StaticString, in sink: inout ByteSink) {
        if !isEmpty { sink.text.append("\n") }
        sink.text.append(brackets)
    }
}

extension UTF8Buffer {
    /// Appends a vehicle of a source as a JSON object of these fields.
    mutating func appendJSON(
        _ vehicle: Vehicle, in source: ListedSource, fields: [ListedField]
    ) {
        append(UInt8(ascii: "{"))
        for field in fields {
            switch field {
            case .standard(let property):
                appendMember(property.name, property.value(of: vehicle, in: source))
            case .custom(let name):
                guard let value = vehicle.properties[name] else { continue }
                appendName(escaping: name)
                appendJSON(value)
            }
        }
        append(UInt8(ascii: "}"))
    }

    /// Appends a vehicle of a source as a JSON object of these properties.
    mutating func appendJSON(
        _ vehicle: Vehicle, in source: ListedSource, _ properties: [VehicleProperty]
    ) {
        append(UInt8(ascii: "{"))
        for property in properties {
            appendMember(property.name, property.value(of: vehicle, in: source))
        }
        append(UInt8(ascii: "}"))
    }

    /// Appends a member of an object, unless its value is absent.
    mutating func appendMember(_ name: StaticString, _ value: FieldValue) {
        if case .absent = value { return }
        appendName(name)
        appendJSON(value)
    }

    mutating func appendJSON(_ value: FieldValue) {
        switch value {
        case .text(let text): appendJSON(text)
        case .texts(let texts): appendJSON(texts)
        case .objects(let objects, _): append(objects)
        case .number(let number): append(number)
        case .flag(let flag): appendJSON(flag)
        case .time(let time): appendJSON(time)
        case .links(let links): appendJSON(links)
        case .properties(let properties): append(properties.text)
        case .absent: append("null")
        }
    }

    /// Appends the available links as an object.
    mutating func appendJSON(_ links: RentalURIs) {
        append(UInt8(ascii: "{"))
        for (name, link) in links.named {
            guard let link else { continue }
            appendName(name)
            appendJSON(link)
        }
        append(UInt8(ascii: "}"))
    }
}

extension RentalURIs {
    /// The links with their GBFS names.
    fileprivate var named: [(name: StaticString, link: String?)] {
        [("android", android), ("ios", ios), ("web", web)]
    }
}
