import FleetCore
import Foundation
import HTTPTypes

/// The parts of a form with files, `multipart/form-data` (RFC 7578).
///
/// The names of files are not read: the type is detected from the content.
struct MultipartForm: Sendable {
    /// Limits of a form.
    struct Limits: Sendable {
        var parts = 64
        /// Bytes of the header of a part, of which browsers need a few hundred.
        var header = 4096
        /// Bytes of a field.
        var field = 1 << 17
        var files = 5
        /// Bytes of a file.
        var file = 20 << 20

        /// Bytes of the body.
        var body: Int { files * file + (1 << 20) }
    }

    /// The fields in their order.
    private(set) var fields: [(name: String, value: String)] = []
    /// The contents of the files with the name of their field; a field without a chosen file has
    /// none.
    private(set) var files: [(name: String, bytes: [UInt8])] = []

    /// Parses a body.
    /// - Parameter contentType: Its `Content-Type`, which has the boundary.
    /// - Throws: `Problem` (400, 413, 415).
    init(_ body: [UInt8], contentType: String, limits: Limits = Limits()) throws(Problem) {
        var parser = Parser(body: body, delimiter: "--" + (try Self.boundary(of: contentType)))
        try parser.start()
        var count = 0
        while let part = try parser.next(headerLimit: limits.header) {
            count += 1
            guard count <= limits.parts else { throw .tooManyParts }
            if let hasFile = part.disposition.hasFile, hasFile {
                guard !part.content.isEmpty else { continue }
                guard part.content.count <= limits.file else { throw .tooLargeFile(limits.file) }
                guard files.count < limits.files else { throw .tooManyFiles(limits.files) }
                files.append((part.disposition.name, Array(part.content)))
            } else {
                guard part.content.count <= limits.field else { throw .tooLargeField }
                let value = String(decoding: part.content, as: UTF8.self)
                fields.append((part.disposition.name, value))
            }
        }
    }

    /// Returns the boundary (RFC 2046, section 5.1.1).
    private static func boundary(of contentType: String) throws(Problem) -> String {
        let header = HeaderParameters(contentType)
        guard header.value.lowercased() == "multipart/form-data" else {
            throw Problem(
                .unsupportedMediaType, "The content is not multipart/form-data.",
                hint: "Send the form as the page does.")
        }
        guard let boundary = header["boundary"], (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .malformedForm }
        return boundary
    }
}

extension MultipartForm {
    private struct Part {
        var disposition: Disposition
        var content: ArraySlice<UInt8>
    }

    /// The field `Content-Disposition` of a part (RFC 7578, section 4.2).
    private struct Disposition {
        var name = ""
        /// Whether there is a file name, even an empty one; `nil` without the whole field.
        var hasFile: Bool?
    }

    private struct Parser {
        let body: [UInt8]
        let delimiter: [UInt8]
        private var position = 0
        private var isLast = false

        init(body: [UInt8], delimiter: String) {
            self.body = body
            self.delimiter = Array(("\r\n" + delimiter).utf8)
        }

        /// Skips to the end of the first delimiter; browsers send nothing before it.
        mutating func start() throws(Problem) {
            let first = delimiter.dropFirst(2)
            guard body.starts(with: first) else { throw .malformedForm }
            position = first.count
            try endDelimiter()
        }

        /// Reads the next part; `nil` after the last one.
        mutating func next(headerLimit: Int) throws(Problem) -> Part? {
            guard !isLast else { return nil }
            let disposition = try header(limit: headerLimit)
            let start = position
            guard let end = find(delimiter, from: start) else { throw .malformedForm }
            position = end + delimiter.count
            try endDelimiter()
            return Part(disposition: disposition, content: body[start..<end])
        }

        /// Reads what follows a delimiter: the end of its line, or the two hyphens of the last one.
        private mutating func endDelimiter() throws(Problem) {
            let rest = body[position...]
            if rest.starts(with: "--".utf8) {
                isLast = true
            } else {
                guard rest.starts(with: "\r\n".utf8) else { throw .malformedForm }
                position += 2
            }
        }

        private mutating func header(limit: Int) throws(Problem) -> Disposition {
            let window = body[position..<min(body.count, position + limit)]
            var disposition = Disposition()
            var line = window
            while true {
                guard let end = lineEnd(line) else { throw .malformedForm }
                let text = String(decoding: line[..<end], as: UTF8.self)
                line = line[(end + 2)...]
                if text.isEmpty { break }
                let parts = text.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, parts[0].lowercased() == "content-disposition" else {
                    continue
                }
                let field = HeaderParameters(String(parts[1]))
                guard field.value.lowercased() == "form-data", let name = field["name"] else {
                    throw .malformedForm
                }
                disposition = Disposition(
                    name: name, hasFile: field["filename"] != nil || field["filename*"] != nil)
            }
            guard disposition.hasFile != nil else { throw .malformedForm }
            position = line.startIndex
            return disposition
        }

        /// Returns the index of the CR LF that ends a line.
        private func lineEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
            bytes.indices.dropLast().first { bytes[$0] == 0x0D && bytes[$0 + 1] == 0x0A }
        }

        /// Returns the index of the next occurrence of a pattern that begins with CR.
        private func find(_ pattern: [UInt8], from start: Int) -> Int? {
            body.withUnsafeBufferPointer { body in
                var start = start
                while start + pattern.count <= body.count {
                    guard let base = body.baseAddress,
                        let found = memchr(base + start, 0x0D, body.count - start)
                    else { return nil }
                    let index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
                    guard index + pattern.count <= body.count else { return nil }
                    if memcmp(base + index, pattern, pattern.count) == 0 { return index }
                    start = index + 1
                }
                return nil
            }
        }
    }
}

/// A field of a header with parameters, such as `form-data; name="text"`.
struct HeaderParameters {
    /// The value before the parameters.
    let value: String
    private var parameters: [(name: String, value: String)] = []

    /// Parses tokens and quoted texts (RFC 9110, section 5.6.6), without malformed ones.
    init(_ field: String) {
        var rest = Substring(field)
        value = rest.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        rest = rest.drop { $0 != ";" }
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst()
            let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
            parameters.append((name.trimmingCharacters(in: .whitespaces).lowercased(), value))
        }
    }

    /// Returns the value of a parameter; `nil` without it.
    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    private static func token(_ rest: inout Substring) -> String {
        let token = rest.prefix { $0 != ";" }
        rest = rest.dropFirst(token.count)
        return token.trimmingCharacters(in: .whitespaces)
    }

    /// Browsers write a quotation mark in a name as `%22` (HTML, section 4.10.21.8), others as
    /// `\"`.
    private static func quoted(_ rest: inout Substring) -> String {
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", rest.first == "\"" || rest.first == "\\" {
                text.append(rest.removeFirst())
            } else {
                text.append(character)
            }
        }
        rest = rest.drop { $0 != ";" }
        return text
    }
}

extension Problem {
    fileprivate static var malformedForm: Problem {
        Problem(
            .badRequest, "The form is not well-formed.", hint: "Send it as the page does.")
    }
    fileprivate static var tooManyParts: Problem {
        Problem(
            .contentTooLarge, "The form has too many parts.", hint: "Send it as the page does.")
    }
    fileprivate static var tooLargeField: Problem {
        Problem(
            .contentTooLarge, "A field of the form is too long.", hint: "Write several notes.")
    }

    fileprivate static func tooManyFiles(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge, "A form can have at most \(limit) photos.",
            hint: "Add the others on the page of the note.")
    }

    fileprivate static func tooLargeFile(_ limit: Int) -> Problem {
        Problem(
            .contentTooLarge, "The file is larger than \(limit >> 20) MiB.",
            hint: "Use a smaller file.")
    }
}
