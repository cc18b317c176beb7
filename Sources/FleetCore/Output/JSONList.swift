/// A list as one JSON document: the head, then the vehicles, one a line to be read and compared.
struct JSONList {
    let head: ListHead

    func write(_ vehicles: VehicleSupply, to sink: inout ByteSink) throws {
        var object = JSONObject()
        head.add(to: &object)
        var array = JSONArrayWriter(opening: object, name: "vehicles", in: &sink)
        try vehicles { vehicle in
            array.startElement(in: &sink)
            sink.text.appendJSON(vehicle, rotation: head.rotation)
            try sink.endRow()
        }
        array.close("]}\n", in: &sink)
    }
}

/// An array that ends a JSON document and has an element a line.
struct JSONArrayWriter {
    private var isEmpty = true

    /// Writes an object up to its last member, an array; in an object `inner` if one is named.
    init(
        opening object: JSONObject, inner: StaticString? = nil, name: StaticString,
        in sink: inout ByteSink
    ) {
        var text = object.open
        if let inner {
            text.appendName(inner)
            text.append(UInt8(ascii: "{"))
        }
        text.appendName(name)
        text.append(UInt8(ascii: "["))
        sink.text.bytes += text.bytes
    }

    /// Writes what stands before an element.
    mutating func startElement(in sink: inout ByteSink) {
        if isEmpty { sink.text.append("\n") } else { sink.text.append(",\n") }
        isEmpty = false
    }

    /// Writes the end of the array and of what it is in.
    func close(_ brackets: StaticString, in sink: inout ByteSink) {
        if !isEmpty { sink.text.append("\n") }
        sink.text.append(brackets)
    }
}
