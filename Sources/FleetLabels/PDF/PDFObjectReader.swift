/// Reads the objects of a PDF file in the order of the file.
///
/// It supports only the syntax (ISO 32000-1, 7.2 and 7.3) needed to find the end of an object; the
/// file comes from cairo and is trusted.
struct PDFObjectReader {
    /// Content between `obj` and `endobj`.
    struct Object {
        let number: Int
        let body: ArraySlice<UInt8>
        /// Bytes of the stream within the body.
        let stream: ArraySlice<UInt8>?
    }

    private let bytes: ArraySlice<UInt8>
    /// Offset of the next object or of the cross-reference table.
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Returns the next object, or nil if it is incomplete or missing.
    mutating func next() -> Object? {
        skipSpace()
        var scan = position
        guard let number = integer(&scan), token("0", &scan), token("obj", &scan),
            let head = end(of: scan)
        else { return nil }
        let start = head.stream ?? head.end
        guard let end = head.stream == nil ? start : find("endstream", from: start),
            let after = find("endobj", from: end)
        else { return nil }
        position = after + 6
        let whole = head.stream == nil ? end : end + 9
        return Object(
            number: number, body: bytes[scan..<whole],
            stream: head.stream.map { bytes[$0..<end] })
    }

    /// Returns the number of the object referenced by `key`, as in `/Root 12 0 R`.
    static func reference(_ key: StaticString, in body: ArraySlice<UInt8>) -> Int? {
        found(key, in: body)?.number
    }

    /// Returns the range of that reference, as in ` 12 0 R`.
    static func range(
        ofReference key: StaticString, in body: ArraySlice<UInt8>
    ) -> Range<Int>? {
        found(key, in: body)?.range
    }

    private static func found(
        _ key: StaticString, in body: ArraySlice<UInt8>
    ) -> (number: Int, range: Range<Int>)? {
        let reader = PDFObjectReader(body)
        guard var scan = reader.find(key, from: body.startIndex) else { return nil }
        scan += key.utf8CodeUnitCount
        let start = scan
        guard let number = reader.integer(&scan), reader.token("0", &scan),
            reader.token("R", &scan)
        else { return nil }
        return (number, start..<scan)
    }

    /// Returns the offset of the first entry in the dictionary under `key`, or in the object's own
    /// dictionary if the key is empty.
    static func start(ofDictionary key: StaticString, in body: ArraySlice<UInt8>) -> Int? {
        let reader = PDFObjectReader(body)
        guard var scan = reader.find(key, from: body.startIndex) else { return nil }
        scan += key.utf8CodeUnitCount
        return reader.token("<<", &scan) ? scan : nil
    }

    /// Returns the end of the object at `start`, and the start of its stream, if it has one.
    private func end(of start: Int) -> (end: Int, stream: Int?)? {
        var scan = start
        while scan < bytes.endIndex {
            switch bytes[scan] {
            case UInt8(ascii: "("): scan = afterString(scan)
            case UInt8(ascii: "%"): scan = after(scan) { $0 == 0x0A || $0 == 0x0D }
            case UInt8(ascii: "/"): scan = after(scan + 1, PDFObjectReader.endsName)
            case UInt8(ascii: "e") where has("endobj", at: scan): return (scan, nil)
            case UInt8(ascii: "s") where has("stream\n", at: scan): return (scan, scan + 7)
            case UInt8(ascii: "s") where has("stream\r\n", at: scan): return (scan, scan + 8)
            default: scan += 1
            }
        }
        return nil
    }

    private func afterString(_ start: Int) -> Int {
        var (scan, depth) = (start, 0)
        while scan < bytes.endIndex {
            switch bytes[scan] {
            case UInt8(ascii: "\\"): scan += 1
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            scan += 1
            if depth == 0 { break }
        }
        return min(scan, bytes.endIndex)
    }

    private func after(_ start: Int, _ isEnd: (UInt8) -> Bool) -> Int {
        bytes[min(start, bytes.endIndex)...].firstIndex(where: isEnd) ?? bytes.endIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

    private static func endsName(_ byte: UInt8) -> Bool {
        isSpace(byte) || "/<>[](){}%".utf8.contains(byte)
    }

    /// Skips white space and comments between objects.
    private mutating func skipSpace() {
        while position < bytes.endIndex {
            if bytes[position] == UInt8(ascii: "%") {
                position = after(position) { $0 == 0x0A || $0 == 0x0D }
            } else if PDFObjectReader.isSpace(bytes[position]) {
                position += 1
            } else {
                return
            }
        }
    }

    private func integer(_ scan: inout Int) -> Int? {
        scan = after(scan) { !PDFObjectReader.isSpace($0) }
        let end = after(scan) { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
        defer { scan = end }
        return Int(String(decoding: bytes[scan..<end], as: UTF8.self))
    }

    private func token(_ name: StaticString, _ scan: inout Int) -> Bool {
        scan = after(scan) { !PDFObjectReader.isSpace($0) }
        guard has(name, at: scan) else { return false }
        scan += name.utf8CodeUnitCount
        return true
    }

    private func has(_ text: StaticString, at start: Int) -> Bool {
        text.withUTF8Buffer { bytes[start...].starts(with: $0) }
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        text.withUTF8Buffer { text in
            guard let first = text.first else { return start }
            var scan = start
            while let found = bytes[scan...].firstIndex(of: first) {
                if bytes[found...].starts(with: text) { return found }
                scan = found + 1
            }
            return nil
        }
    }
}
