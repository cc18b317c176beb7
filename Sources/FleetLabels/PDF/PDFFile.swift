/// Writer for a compact PDF file, with object streams and a cross-reference stream (ISO 32000-1,
/// 7.5.7 and 7.5.8).
///
/// Objects are written immediately or in batches; only their offsets stay in memory.
final class PDFFile {
    /// Cross-reference entry: its type and two fields (7.5.8.3).
    private struct Entry {
        let type: UInt8
        let first: Int
        var second = 0

        /// Size of an entry: one, five and two bytes.
        static let bytes = 8
    }

    /// Maximum number of objects waiting for an object stream.
    private static let batch = 200

    private let sink: ([UInt8]) throws -> Void
    private let deflate: Deflate
    private var offset = 0
    private var table: [UInt8] = []
    private var waiting: [(number: Int, body: ArraySlice<UInt8>)] = []
    /// Unused object numbers.
    private var free: [Int] = []

    init(sink: @escaping ([UInt8]) throws -> Void) throws {
        self.sink = sink
        deflate = try Deflate()
        // The second line marks the file as binary for file transfer programs (7.5.2).
        try write(Array("%PDF-1.5\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
    }

    /// Marks an object number as unused.
    func release(_ number: Int) {
        free.append(number)
    }

    /// Returns an unused object number, if there is one.
    func takeNumber() -> Int? {
        free.popLast()
    }

    /// Whether there are more unused numbers than forms and object streams will need.
    var hasNumbersToSpare: Bool { free.count > 50 }

    /// Adds an object that is not a stream.
    func add(_ body: ArraySlice<UInt8>, number: Int) throws {
        waiting.append((number, body))
        if waiting.count >= PDFFile.batch, let stream = takeNumber() {
            try writeObjectStream(number: stream)
        }
    }

    /// Adds a stream unchanged, from its dictionary to `endstream`.
    func add(rawStream body: ArraySlice<UInt8>, number: Int) throws {
        put(Entry(type: 1, first: offset), at: number)
        var text = PDFBuffer()
        text.append(number)
        text.append(" 0 obj\n")
        text.append(body)
        text.append("\nendobj\n")
        try write(text.bytes)
    }

    /// Compresses and adds a stream.
    ///
    /// `entries` are further entries of its dictionary.
    func add(
        stream content: [UInt8], entries: PDFBuffer = PDFBuffer(), number: Int,
        effort: Deflate.Effort = .normal
    ) throws {
        var content = content
        let packed = try deflate.pack(&content, effort)
        try add(packedStream: packed[...], entries: entries, number: number)
    }

    /// Adds a compressed stream.
    func add(
        packedStream packed: ArraySlice<UInt8>, entries: PDFBuffer = PDFBuffer(), number: Int
    ) throws {
        var text = PDFBuffer()
        text.append("<<")
        text.append(entries.bytes)
        text.append("/Filter/FlateDecode/Length ")
        text.append(packed.count)
        text.append(">>stream\n")
        text.append(packed)
        text.append("\nendstream")
        try add(rawStream: text.bytes[...], number: number)
    }

    /// Finishes the file.
    ///
    /// `entries` are the trailer's entries, as in `/Root 1 0 R`.
    func finish(entries: PDFBuffer) throws {
        if !waiting.isEmpty { try writeObjectStream(number: takeNumber() ?? nextNumber) }
        let start = offset
        let number = nextNumber
        put(Entry(type: 1, first: start), at: number)
        var dictionary = PDFBuffer()
        dictionary.append("/Type/XRef/W[1 5 2]/Size ")
        dictionary.append(table.count / Entry.bytes)
        dictionary.append(entries.bytes)
        try add(stream: table, entries: dictionary, number: number)
        var end = PDFBuffer()
        end.append("startxref\n")
        end.append(start)
        end.append("\n%%EOF\n")
        try write(end.bytes)
    }

    private var nextNumber: Int {
        max(table.count / Entry.bytes, (waiting.map(\.number).max() ?? 0) + 1)
    }

    private func writeObjectStream(number: Int) throws {
        var (index, bodies) = (PDFBuffer(), PDFBuffer())
        for (position, object) in waiting.enumerated() {
            index.append(object.number)
            index.append(" ")
            index.append(bodies.bytes.count)
            index.append(" ")
            bodies.append(object.body)
            bodies.append("\n")
            put(Entry(type: 2, first: number, second: position), at: object.number)
        }
        var dictionary = PDFBuffer()
        dictionary.append("/Type/ObjStm/N ")
        dictionary.append(waiting.count)
        dictionary.append("/First ")
        dictionary.append(index.bytes.count)
        waiting.removeAll(keepingCapacity: true)
        try add(stream: index.bytes + bodies.bytes, entries: dictionary, number: number)
    }

    /// Sets the cross-reference entry of an object; skipped numbers stay free entries, which are
    /// all zeros.
    private func put(_ entry: Entry, at number: Int) {
        let missing = (number + 1) * Entry.bytes - table.count
        if missing > 0 { table.append(contentsOf: repeatElement(0, count: missing)) }
        var byte = number * Entry.bytes
        table[byte] = entry.type
        for (value, size) in [(entry.first, 5), (entry.second, 2)] {
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
