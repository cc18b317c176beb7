/// Prolog of an XML document: everything before the root element.
struct SVGProlog {
    private var rest: ArraySlice<UInt8>

    /// Returns whether the bytes are an SVG document; throws if it is not supported or incomplete.
    static func isSVG(_ bytes: [UInt8]) throws(PictureError) -> Bool {
        guard let prolog = SVGProlog(bytes) else { return false }
        guard bytes.count <= LinkedPicture.maxDrawingBytes else {
            throw .unsupported("the SVG is larger than 1 MiB")
        }
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil,
            prolog.isUTF8
        else { throw .unsupported("the SVG is not UTF-8") }
        let type = prolog.documentType ?? bytes.endIndex..<bytes.endIndex
        try check(bytes[prolog.body..<type.lowerBound])
        try check(bytes[type.upperBound...])
        guard bytes.last(where: { !isSpace($0) }) == UInt8(ascii: ">") else { throw .truncated }
        return true
    }

    /// Whether the XML declaration names no encoding other than UTF-8 or ASCII.
    private var isUTF8 = true
    /// Offset after the XML declaration.
    private var body = 0
    /// Range of the document type, if it has no declarations.
    private var documentType: Range<Int>?

    /// Reads up to the root element; returns `nil` if it is not `svg`.
    private init?(_ bytes: [UInt8]) {
        rest = bytes[...]
        _ = skip("\u{FEFF}")
        if rest.starts(with: "<?xml".utf8), rest.dropFirst(5).first.map(Self.isSpace) ?? false {
            guard let end = Self.end(of: "?>", in: rest) else { return nil }
            isUTF8 = Self.isUTF8(rest[..<end])
            rest = rest[end...]
        }
        body = rest.startIndex
        while true {
            rest = rest.drop(while: Self.isSpace)
            if skip("<!--") {
                guard skip(through: "-->") else { return nil }
            } else if skip("<?") {
                guard skip(through: "?>") else { return nil }
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                let type = rest
                _ = skip("<!DOCTYPE")
                rest = rest.drop(while: Self.isSpace)
                guard Self.isRoot(rest) else { return nil }
                // `check` rejects declarations, and a second document type.
                guard documentType == nil, let end = Self.endOfType(rest) else { return }
                documentType = type.startIndex..<end
                rest = rest[end...]
            } else {
                break
            }
        }
        guard skip("<"), Self.isRoot(rest) else { return nil }
    }

    private mutating func skip(_ text: String) -> Bool {
        let isMatch = rest.starts(with: text.utf8)
        if isMatch { rest = rest.dropFirst(text.utf8.count) }
        return isMatch
    }

    private mutating func skip(through text: String) -> Bool {
        guard let end = Self.end(of: text, in: rest) else { return false }
        rest = rest[end...]
        return true
    }

    /// Returns whether the name of an element, without its prefix, is `svg`.
    private static func isRoot(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix { !isSpace($0) && !"/>[".utf8.contains($0) }
        return name.split(separator: UInt8(ascii: ":")).last.map { $0.elementsEqual("svg".utf8) }
            ?? false
    }

    /// Returns the end of a document type without an internal subset (XML 1.0, section 2.8), whose
    /// external subset is never loaded; `nil` if it has an internal subset.
    private static func endOfType(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for (index, byte) in zip(bytes.indices, bytes) {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "<") {
                return nil
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    /// Rejects declarations and processing instructions, even in a comment.
    ///
    /// A declaration could define entities that expand without bound or refer to files; a
    /// processing instruction could load a style sheet.
    private static func check(_ bytes: ArraySlice<UInt8>) throws(PictureError) {
        var rest = bytes
        while let index = rest.firstIndex(of: UInt8(ascii: "<")), index + 1 < bytes.endIndex {
            rest = bytes[(index + 1)...]
            let next = bytes[index + 1]
            if next == UInt8(ascii: "?") {
                throw .unsupported("the SVG has a processing instruction")
            }
            guard next == UInt8(ascii: "!") else { continue }
            let word = rest.prefix(8).map { $0 | 0x20 }
            if word.starts(with: "!doctype".utf8) || word.starts(with: "!entity".utf8) {
                throw .unsupported("the SVG has declarations")
            }
        }
    }

    private static func isUTF8(_ declaration: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: declaration, as: UTF8.self).lowercased()
        guard let range = text.firstRange(of: "encoding") else { return true }
        let value = text[range.upperBound...].drop { $0.isWhitespace || $0 == "=" }.dropFirst()
        return ["utf-8", "us-ascii"].contains(value.prefix { $0 != "\"" && $0 != "'" })
    }

    /// Returns the end of the first occurrence of a text.
    private static func end(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let pattern = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: pattern) }.map {
            $0 + pattern.count
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
