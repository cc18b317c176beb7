import CPangoCairo

/// Writer for PDF pages whose text is drawn by cairo and whose other content is added directly.
///
/// cairo needs about 700 bytes of objects per page and a quarter of a millisecond per symbol, so
/// it draws only the text. Other drawings are inserted into the page's content before the text,
/// and the objects are rewritten in a smaller form.
final class TextPages {
    /// Bytes written by cairo and not yet read.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// Maximum size, in bytes, of a drawing that shares a stream with the page's text.
    ///
    /// Drawings on rolls are that small. A separate stream is faster but takes more space.
    private static let mergeLimit = 4096

    private let pages: OpaquePointer
    private let output: Output
    private let file: PDFFile

    /// - Parameters:
    ///   - size: The size of each page.
    ///   - title: The title of the document.
    ///   - sink: Receives the file piece by piece.
    init(
        size: PaperSize, title: String, sink: @escaping ([UInt8]) throws -> Void
    ) throws {
        file = try PDFFile(sink: sink)
        let output = Output()
        var pages: OpaquePointer?
        // SAFETY: cairo calls back until `cpango_pages_destroy` returns, which `deinit` waits for,
        // and `output` lives as long as its owner.
        let status = cpango_pages_create(
            Length.points(size.width), Length.points(size.height), PrintableText(title).text,
            "fleet",
            { context, bytes, count in
                let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                return true
            }, Unmanaged.passUnretained(output).toOpaque(), &pages)
        guard let pages else {
            try check(status)
            throw LabelError.outOfMemory
        }
        (self.pages, self.output) = (pages, output)
        try checkPages(status)
    }

    deinit {
        cpango_pages_destroy(pages)
    }

    /// Draws a line from `x` on the baseline `y`, in millimetres from the top left, with a font
    /// size in points.
    func show(_ line: TextLine, x: Double, y: Double, fontSize: Double) throws {
        guard !line.isEmpty else { return }
        try checkPages(
            cpango_pages_show(
                pages, line.line, Length.points(x), Length.points(y),
                line.scale(forFontSize: fontSize)))
    }

    /// Adds a form that pages can draw; returns its object number, or nil if none is free yet.
    func addForm(_ drawing: PDFBuffer, entries: PDFBuffer) throws -> Int? {
        guard let number = file.takeNumber() else { return nil }
        try file.add(stream: drawing.bytes, entries: entries, number: number)
        return number
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - drawing: The other content of the page, as PDF operators.
    ///   - forms: The names and object numbers of the forms in `drawing`, as `/a 12 0 R`.
    func endPage(drawing: PDFBuffer, forms: PDFBuffer) throws {
        try checkPages(cpango_pages_end_page(pages))
        let objects = newObjects()
        var (content, resources): (Int?, Int?)
        for object in objects where object.stream == nil {
            content = content ?? PDFObjectReader.reference("/Contents", in: object.body)
            resources = resources ?? PDFObjectReader.reference("/Resources", in: object.body)
        }
        var (length, drawingNumber): (Int?, Int?)
        for object in objects {
            if object.number == content, let stream = object.stream {
                // The stream's length, a separate object, becomes redundant.
                length = PDFObjectReader.reference("/Length", in: object.body)
                if drawing.bytes.count > TextPages.mergeLimit, file.hasNumbersToSpare {
                    // cairo adds a line feed after the compressed data.
                    try file.add(packedStream: stream.dropLast(), number: object.number)
                    drawingNumber = length
                } else {
                    try file.add(
                        stream: drawing.bytes + unpacked(stream), number: object.number)
                }
            } else if object.number == length {
                if drawingNumber == length {
                    try file.add(stream: drawing.bytes, number: object.number, effort: .huffmanOnly)
                } else {
                    file.release(object.number)
                }
            } else if object.number == resources, !forms.bytes.isEmpty {
                try forward(object.adding(forms: forms))
            } else if let content, let drawingNumber,
                let showing = object.showing(drawingNumber, before: content)
            {
                try forward(showing)
            } else {
                try forward(object)
            }
        }
        guard let content, resources != nil, objects.contains(where: { $0.number == content })
        else { throw LabelError.libraryError(library: "cairo", reason: "page without content") }
    }

    /// Finishes the file.
    func finish() throws {
        try checkPages(cpango_pages_finish(pages))
        for object in newObjects() { try forward(object) }
        guard let root = PDFObjectReader.reference("/Root", in: output.bytes[...]) else {
            throw LabelError.libraryError(library: "cairo", reason: "file without a root object")
        }
        var entries = PDFBuffer()
        entries.append("/Root ")
        entries.append(root)
        entries.append(" 0 R")
        if let info = PDFObjectReader.reference("/Info", in: output.bytes[...]) {
            entries.append("/Info ")
            entries.append(info)
            entries.append(" 0 R")
        }
        try file.finish(entries: entries)
    }

    /// Returns the objects that cairo has written since the last call.
    private func newObjects() -> [PDFObjectReader.Object] {
        var reader = PDFObjectReader(output.bytes[...])
        var objects: [PDFObjectReader.Object] = []
        while let object = reader.next() { objects.append(object) }
        output.bytes.removeSubrange(..<reader.position)
        return objects
    }

    private func forward(_ object: PDFObjectReader.Object) throws {
        if object.stream == nil {
            try file.add(object.body, number: object.number)
        } else {
            try file.add(rawStream: object.body, number: object.number)
        }
    }

    private func checkPages(_ status: cpango_status) throws(LabelError) {
        try check(status, reason: String(cString: cpango_pages_reason(pages)))
    }
}

extension PDFObjectReader.Object {
    /// Returns the page with another stream before its content, or nil if this is not a page.
    fileprivate func showing(_ drawing: Int, before content: Int) -> PDFObjectReader.Object? {
        guard stream == nil,
            let reference = PDFObjectReader.range(ofReference: "/Contents", in: body)
        else { return nil }
        var text = PDFBuffer()
        text.append(body[..<reference.lowerBound])
        text.append("[")
        for number in [drawing, content] {
            text.append(number)
            text.append(" 0 R ")
        }
        text.append("]")
        text.append(body[reference.upperBound...])
        return PDFObjectReader.Object(number: number, body: text.bytes[...], stream: nil)
    }

    /// Returns the page's resources with the forms added.
    fileprivate func adding(forms: PDFBuffer) -> PDFObjectReader.Object {
        var text = PDFBuffer()
        if let known = PDFObjectReader.start(ofDictionary: "/XObject", in: body) {
            text.append(body[..<known])
            text.append(forms.bytes)
            text.append(body[known...])
        } else if let start = PDFObjectReader.start(ofDictionary: "", in: body) {
            text.append(body[..<start])
            text.append("/XObject<<")
            text.append(forms.bytes)
            text.append(">>")
            text.append(body[start...])
        }
        return PDFObjectReader.Object(number: number, body: text.bytes[...], stream: nil)
    }
}
