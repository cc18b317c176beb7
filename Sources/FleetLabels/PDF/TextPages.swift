import CPangoCairo

/// The pages of a file with their text by cairo, and whatever else is to be drawn on them.
///
/// cairo writes about 700 bytes of objects a page, and a symbol takes it a quarter of a
/// millisecond. So cairo sets only the text; what else is on a page is put into the page's
/// content in front of the text, and the objects are handed on in a smaller form.
final class TextPages {
    /// What cairo has written and nobody has read.
    private final class Output {
        var bytes: [UInt8] = []
    }

    /// What else is on a page goes into one stream with its text up to so many bytes, as it is on a
    /// roll of labels, and on the first pages; a stream of its own is the faster way, and takes
    /// some more room.
    private static let mergeLimit = 4096

    private let pages: OpaquePointer
    private let output: Output
    private let file: PDFFile

    /// - Parameters:
    ///   - size: That of each page.
    ///   - title: What the file calls itself.
    ///   - sink: Takes the file, piece by piece.
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

    /// Shows a line from `x` on the baseline `y`, in millimetres from the top left, with letters of
    /// so many points.
    func show(_ line: TextLine, x: Double, y: Double, letters: Double) throws {
        guard !line.isEmpty else { return }
        try checkPages(
            cpango_pages_show(
                pages, line.line, Length.points(x), Length.points(y),
                line.scale(forLetters: letters)))
    }

    /// Adds a drawing that pages can show by its number; nil as long as there is none to have.
    func addForm(_ drawing: PDFText, entries: PDFText) throws -> Int? {
        guard let number = file.takeNumber() else { return nil }
        try file.add(stream: drawing.bytes, entries: entries, number: number)
        return number
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - drawing: What it shows beside the text, in PDF's operators.
    ///   - forms: The forms that `drawing` shows: their names and numbers, as `/a 12 0 R`.
    func endPage(drawing: PDFText, forms: PDFText) throws {
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
                // The stream's length, an object of its own, is not needed any longer.
                length = PDFObjectReader.reference("/Length", in: object.body)
                if drawing.bytes.count > TextPages.mergeLimit, file.hasNumbersToSpare {
                    // What packs a stream is followed by one line feed of its writer.
                    try file.add(packedStream: stream.dropLast(), number: object.number)
                    drawingNumber = length
                } else {
                    try file.add(
                        stream: drawing.bytes + unpacked(stream), number: object.number)
                }
            } else if object.number == length {
                if drawingNumber == length {
                    try file.add(stream: drawing.bytes, number: object.number, effort: .little)
                } else {
                    file.release(object.number)
                }
            } else if object.number == resources, !forms.bytes.isEmpty {
                try passOn(object.adding(forms: forms))
            } else if let content, let drawingNumber,
                let showing = object.showing(drawingNumber, before: content)
            {
                try passOn(showing)
            } else {
                try passOn(object)
            }
        }
        guard let content, resources != nil, objects.contains(where: { $0.number == content })
        else { throw LabelError.refused(library: "cairo", reason: "its page has no content") }
    }

    /// Ends the file.
    func finish() throws {
        try checkPages(cpango_pages_finish(pages))
        for object in newObjects() { try passOn(object) }
        guard let root = PDFObjectReader.reference("/Root", in: output.bytes[...]) else {
            throw LabelError.refused(library: "cairo", reason: "it wrote a file without a root")
        }
        var entries = PDFText()
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

    /// The objects that cairo has written since the last time.
    private func newObjects() -> [PDFObjectReader.Object] {
        var reader = PDFObjectReader(output.bytes[...])
        var objects: [PDFObjectReader.Object] = []
        while let object = reader.next() { objects.append(object) }
        output.bytes.removeSubrange(..<reader.position)
        return objects
    }

    private func passOn(_ object: PDFObjectReader.Object) throws {
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
    /// The page with another stream before the one that is its content; nil if this is no page.
    fileprivate func showing(_ drawing: Int, before content: Int) -> PDFObjectReader.Object? {
        guard stream == nil,
            let reference = PDFObjectReader.range(ofReference: "/Contents", in: body)
        else { return nil }
        var text = PDFText()
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

    /// The resources of a page with those forms beside whatever cairo has put there.
    fileprivate func adding(forms: PDFText) -> PDFObjectReader.Object {
        var text = PDFText()
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
