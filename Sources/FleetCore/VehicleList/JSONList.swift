/// Encoder for a list as one JSON document: the header, then one vehicle per line.
struct JSONList {
    let header: ListHeader

    func write(_ vehicles: VehicleSequence, to sink: inout ByteSink) throws {
        var object = JSONObjectWriter()
        header.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "vehicles", in: &sink)
        try vehicles { vehicle in
            array.startElement(in: &sink)
            sink.text.appendJSON(vehicle, rotation: header.rotation)
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
