import CExpat

/// Reader of an XML document in an archive, piece by piece; subclasses handle its elements.
///
/// A document type declaration is refused, so there are no entities but the five of XML, and
/// nothing outside of the archive is read.
class XMLReader {
    /// Maximum depth of elements; a sheet's cells are at 7.
    private static let maxDepth = 64
    /// Maximum size of one tag or comment.
    private static let maxTokenSize = 1 << 20
    private static let chunk = 1 << 16

    private var depth = 0
    private let entry: ZipEntryReader
    private let name: String
    private let parser: XML_Parser
    private var failure: TableError?
    private var isSuspended = false
    private var isLast = false
    private var received = 0
    private var nextSize = XMLReader.chunk

    init(_ entry: ZipArchive.Entry, of archive: ZipArchive) throws(TableError) {
        self.entry = try ZipEntryReader(entry, of: archive)
        name = entry.name
        guard let parser = XML_ParserCreate(nil) else { throw .outOfMemory }
        self.parser = parser
        setHandlers()
    }

    deinit { XML_ParserFree(parser) }

    /// Handles the start of an element; the depth of the root is 1.
    func start(
        _ name: XMLName, _ attributes: XMLAttributes, depth: Int
    ) throws(TableError) {}

    /// Handles the end of an element.
    func end(depth: Int) throws(TableError) {}

    /// Handles a piece of text.
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {}

    /// Lets `advance()` return after the current event.
    final func suspend() { XML_StopParser(parser, XML_Bool(XML_TRUE)) }

    /// Reads on until a handler suspends the reader; returns false at the end of the document.
    final func advance() throws(TableError) -> Bool {
        while true {
            let status = isSuspended ? XML_ResumeParser(parser) : try parseNext()
            if let failure { throw failure }
            isSuspended = status == XML_STATUS_SUSPENDED
            if isSuspended { return true }
            guard status == XML_STATUS_OK else { throw error }
            if isLast { return false }
            try prepareNext()
        }
    }

    /// Reads the whole document.
    final func finish() throws(TableError) {
        while try advance() {}
    }

    private func parseNext() throws(TableError) -> XML_Status {
        guard let buffer = XML_GetBuffer(parser, CInt(nextSize)) else { throw .outOfMemory }
        let bytes = UnsafeMutableBufferPointer(
            start: buffer.assumingMemoryBound(to: UInt8.self), count: nextSize)
        let count = try entry.read(into: bytes)
        received += count
        isLast = count == 0
        return XML_ParseBuffer(parser, CInt(count), isLast ? 1 : 0)
    }

    /// Makes the next piece as large as a tag that is not complete yet.
    ///
    /// Expat before 2.6 scans an incomplete tag anew with each piece (CVE-2023-52425), which takes
    /// quadratic time with pieces of one size.
    private func prepareNext() throws(TableError) {
        let pending = received - Int(XML_GetCurrentByteIndex(parser))
        guard pending <= Self.maxTokenSize else {
            throw .damaged("\(name) has a tag of more than 1 MiB")
        }
        nextSize = max(Self.chunk, pending)
    }

    private var error: TableError {
        let code = XML_GetErrorCode(parser)
        if code == XML_ERROR_NO_MEMORY { return .outOfMemory }
        return .damaged("\(name) is not XML at line \(XML_GetCurrentLineNumber(parser))")
    }

    private func handle(_ action: () throws(TableError) -> Void) {
        guard failure == nil else { return }
        do { try action() } catch {
            failure = error
            XML_StopParser(parser, XML_Bool(XML_FALSE))
        }
    }

    private func startElement(_ name: XMLName, _ attributes: XMLAttributes) {
        let depth = depth + 1
        self.depth = depth
        handle { () throws(TableError) in
            guard depth <= Self.maxDepth else {
                throw .damaged("\(self.name) is nested too deeply")
            }
            try start(name, attributes, depth: depth)
        }
    }

    private func endElement() {
        let depth = depth
        self.depth = depth - 1
        handle { () throws(TableError) in try end(depth: depth) }
    }
}

extension XMLReader {
    // SAFETY: the parser is freed with the reader, so it calls no handler after the reader's end.
    private func setHandlers() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { reader, name, attributes in
                guard let name else { return }
                XMLReader.from(reader)?.startElement(
                    XMLName(qualified: name), XMLAttributes(attributes))
            }, { reader, _ in XMLReader.from(reader)?.endElement() })
        XML_SetCharacterDataHandler(parser) { reader, text, count in
            guard let text, let reader = XMLReader.from(reader) else { return }
            text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { text in
                reader.handle { () throws(TableError) in
                    try reader.text(UnsafeBufferPointer(start: text, count: Int(count)))
                }
            }
        }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in
            guard let reader = XMLReader.from(reader) else { return }
            reader.handle { () throws(TableError) in
                throw .damaged("\(reader.name) declares a document type")
            }
        }
    }

    private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
        pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }
}
