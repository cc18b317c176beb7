/// Writes a PDF file, object by object, small: all that is no stream goes into object streams,
/// and the table of objects is a stream too (ISO 32000-1, 7.5.7 and 7.5.8).
///
/// Each object is handed on at once or with some hundred others; what stays is where it lies.
final class PDFFile {
    /// Where an object is found, as the table says it: its kind and two numbers (7.5.8.3).
    private struct Place {
        let kind: UInt8
        let first: Int
        var second = 0

        /// What an entry takes: one byte, five and two.
        static let bytes = 8
    }

    /// Objects that wait for an object stream, at most.
    private static let batch = 200

    private let sink: ([UInt8]) throws -> Void
    private let deflate: Deflate
    private var offset = 0
    private var table: [UInt8] = []
    private var waiting: [(number: Int, body: ArraySlice<UInt8>)] = []
    /// Numbers that no object has.
    private var free: [Int] = []

    init(sink: @escaping ([UInt8]) throws -> Void) throws {
        self.sink = sink
        deflate = try Deflate()
        // The second line tells programs that transfer files that this one is binary (7.5.2).
        try write(Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// Says that no object will have that number.
    func release(_ number: Int) {
        free.append(number)
    }

    /// A number that no object has, if one has been released.
    func takeNumber() -> Int? {
        free.popLast()
    }

    /// Whether there are more numbers than forms and object streams are going to need.
    var hasNumbersToSpare: Bool { free.count > 50 }

    /// Adds an object that is no stream.
    func add(_ body: ArraySlice<UInt8>, number: Int) throws {
        waiting.append((number, body))
        if waiting.count >= PDFFile.batch, let stream = takeNumber() {
            try writeObjectStream(number: stream)
        }
    }

    /// Adds a stream as it is, from its dictionary to `endstream`.
    func add(rawStream body: ArraySlice<UInt8>, number: Int) throws {
        put(Place(kind: 1, first: offset), at: number)
        var text = PDFText()
        text.append(number)
        text.append(" 0 obj\n")
        text.append(body)
        text.append("\nendobj\n")
        try write(text.bytes)
    }

    /// Adds a stream that is packed here.
    ///
    /// `entries` are further entries of its dictionary.
    func add(
        stream content: [UInt8], entries: PDFText = PDFText(), number: Int,
        effort: Deflate.Effort = .usual
    ) throws {
        var content = content
        let packed = try deflate.pack(&content, effort)
        try add(packedStream: packed[...], entries: entries, number: number)
    }

    /// Adds a stream that is packed.
    func add(
        packedStream packed: ArraySlice<UInt8>, entries: PDFText = PDFText(), number: Int
    ) throws {
        var text = PDFText()
        text.append("<<")
        text.append(entries.bytes)
        text.append("/Filter/FlateDecode/Length ")
        text.append(packed.count)
        text.append(">>stream\n")
        text.append(packed)
        text.append("\nendstream")
        try add(rawStream: text.bytes[...], number: number)
    }

    /// Ends the file.
    ///
    /// `entries` are those of the trailer, as in `/Root 1 0 R`.
    func finish(entries: PDFText) throws {
        if !waiting.isEmpty { try writeObjectStream(number: takeNumber() ?? nextNumber) }
        let start = offset
        let number = nextNumber
        put(Place(kind: 1, first: start), at: number)
        var dictionary = PDFText()
        dictionary.append("/Type/XRef/W[1 5 2]/Size ")
        dictionary.append(table.count / Place.bytes)
        dictionary.append(entries.bytes)
        try add(stream: table, entries: dictionary, number: number)
        var end = PDFText()
        end.append("startxref\n")
        end.append(start)
        end.append("\n%%EOF\n")
        try write(end.bytes)
    }

    private var nextNumber: Int {
        max(table.count / Place.bytes, (waiting.map(\.number).max() ?? 0) + 1)
    }

    private func writeObjectStream(number: Int) throws {
        var (index, bodies) = (PDFText(), PDFText())
        for (position, object) in waiting.enumerated() {
            index.append(object.number)
            index.append(" ")
            index.append(bodies.bytes.count)
            index.append(" ")
            bodies.append(object.body)
            bodies.append("\n")
            put(Place(kind: 2, first: number, second: position), at: object.number)
        }
        var dictionary = PDFText()
        dictionary.append("/Type/ObjStm/N ")
        dictionary.append(waiting.count)
        dictionary.append("/First ")
        dictionary.append(index.bytes.count)
        waiting.removeAll(keepingCapacity: true)
        try add(stream: index.bytes + bodies.bytes, entries: dictionary, number: number)
    }

    /// Numbers that are left out in between are free, which is all zeros.
    private func put(_ place: Place, at number: Int) {
        let missing = (number + 1) * Place.bytes - table.count
        if missing > 0 { table.append(contentsOf: repeatElement(0, count: missing)) }
        var byte = number * Place.bytes
        table[byte] = place.kind
        for (value, size) in [(place.first, 5), (place.second, 2)] {
            for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
                byte += 1
                table[byte] = UInt8(truncatingIfNeeded: value >> shift)
            }
        }
    }

    private func write(_ bytes: [UInt8]) throws {
        try sink(bytes)
        offset += bytes.count
    }
}
