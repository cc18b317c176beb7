import FleetTestSupport
import Foundation

/// The texts for people in the sources of the program, by the keys of their translations.
enum SourceTexts {
    /// The texts that templates mark.
    static func ofTemplates() throws -> Set<String> {
        try texts(in: "Sources/FleetServer/Web/templates", /\[\[(.*?)\]\]/.dotMatchesNewlines())
    }

    /// The texts that scripts ask for: those of `localized("…")`, and of `counted(…, "…", "…")`, whose
    /// last one is the key.
    static func ofScripts() throws -> Set<String> {
        var found: Set<String> = []
        for folder in ["Sources/FleetServer/Web/assets", "Sources/FleetServer/Web/app"] {
            found.formUnion(
                try texts(in: folder, /\blocalized\(\s*"((?:[^"\\]|\\.)*)"/))
            found.formUnion(
                try texts(
                    in: folder,
                    /\bcounted\([^"]*"(?:[^"\\]|\\.)*",\s*"((?:[^"\\]|\\.)*)"/))
        }
        return found
    }

    /// The texts of the modules that make pages: the literals in `localized(…)`, `Problem(…)` and
    /// the `Words(…)` of failures, and of the nouns in `ShortText.count(…)`.
    static func ofProgram() throws -> Set<String> {
        var texts: Set<String> = []
        for file in try swiftFiles() {
            let source = SwiftSource(file)
            texts.formUnion(source.arguments(of: "localized("))
            texts.formUnion(source.arguments(of: "Problem("))
            texts.formUnion(source.arguments(of: "Words("))
            // In initializers of `Problem`.
            texts.formUnion(source.arguments(of: "self.init(", onlyBefore: "."))
            for match in file.matches(of: /ShortText\.count\([^"\n]*,\s*"([A-Za-z ]+)"\)/) {
                texts.insert("{0} \(match.1)s")
            }
        }
        return texts
    }

    /// All literals of the modules that make pages, as keys.
    static func allLiterals() throws -> Set<String> {
        Set(try swiftFiles().flatMap { SwiftSource($0).literals.map(\.key) })
    }

    private static func swiftFiles() throws -> [String] {
        try ["FleetCore", "FleetServer", "FleetService", "FleetSQL", "FleetTeam"].flatMap {
            try contents(of: "Sources/" + $0, type: ".swift")
        }
    }

    private static func texts(
        in folder: String, _ pattern: Regex<(Substring, Substring)>
    ) throws -> Set<String> {
        let type = folder.hasSuffix("templates") ? ".mustache" : ".js"
        return Set(
            try contents(of: folder, type: type).flatMap { file in
                file.matches(of: pattern).map { String($0.1).replacing("\\\"", with: "\"") }
            })
    }

    private static func contents(of folder: String, type: String) throws -> [String] {
        let path = Project.folder + "/" + folder
        return try FileManager.default.subpathsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(type) }
            .map { try String(contentsOfFile: path + "/" + $0, encoding: .utf8) }
    }
}

/// The string literals of a Swift source, with `{0}`, `{1}` … in place of interpolated values.
struct SwiftSource {
    struct Literal {
        var start: Int
        var key: String
        /// The first word before it in its call, such as `hint`; empty without a label.
        var label: String
    }

    private let bytes: [UInt8]
    private(set) var literals: [Literal] = []
    /// The ranges of comments and literals, which have no code.
    private var skipped: [Range<Int>] = []

    init(_ source: String) {
        bytes = Array(source.utf8)
        var index = 0
        while index < bytes.count {
            let start = index
            if starts("//", at: index) {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
                skipped.append(start..<index)
            } else if bytes[index] == UInt8(ascii: "\"") {
                literals.append(Literal(start: start, key: literal(&index), label: label(start)))
                skipped.append(start..<index)
            } else {
                index += 1
            }
        }
    }

    /// Returns the keys of the literals among the arguments of all calls that begin with a text;
    /// a first argument is left out if it is the name of a parameter.
    /// - Parameter first: The first character of the arguments; `nil` for any.
    func arguments(of call: String, onlyBefore first: Character? = nil) -> Set<String> {
        var found: Set<String> = []
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            guard starts(call, at: index), !isSkipped(index), !isPartOfName(before: index) else {
                continue
            }
            let argument = bytes[(index + call.utf8.count)...].first { $0 > 0x20 }
            guard first == nil || argument == first?.asciiValue else { continue }
            let end = endOfCall(after: index + call.utf8.count)
            let inside = literals.filter { index..<end ~= $0.start }
            let isNamed =
                call == "Problem(" && argument == UInt8(ascii: "\"")
            found.formUnion(
                inside.dropFirst(isNamed ? 1 : 0)
                    .filter { ["", "hint"].contains($0.label) }.map(\.key))
        }
        return found.filter { $0.contains(/[A-Za-z]{2}/) }
    }

    private func isPartOfName(before index: Int) -> Bool {
        index > 0 && (bytes[index - 1] == UInt8(ascii: "_") || isLetter(bytes[index - 1]))
    }

    private func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }

    private func isSkipped(_ index: Int) -> Bool { skipped.contains { $0.contains(index) } }

    private func endOfCall(after start: Int) -> Int {
        var (index, depth) = (start, 1)
        while index < bytes.count, depth > 0 {
            if let literal = skipped.first(where: { $0.lowerBound == index }) {
                index = literal.upperBound
                continue
            }
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            index += 1
        }
        return index
    }

    /// Returns the label of an argument: the word before its colon.
    private func label(_ start: Int) -> String {
        var end = start
        while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        guard end > 0, bytes[end - 1] == UInt8(ascii: ":") else { return "" }
        var begin = end - 1
        while begin > 0, isLetter(bytes[begin - 1]) { begin -= 1 }
        return String(decoding: bytes[begin..<(end - 1)], as: UTF8.self)
    }

    private func starts(_ text: String, at index: Int) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    /// Returns the key of the literal at an index, and moves the index behind it.
    private func literal(_ index: inout Int) -> String {
        let isLong = starts("\"\"\"", at: index)
        let end = isLong ? "\"\"\"" : "\""
        index += end.utf8.count
        var (key, values): ([UInt8], Int) = ([], 0)
        while index < bytes.count, !starts(end, at: index) {
            guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
                key.append(bytes[index])
                index += 1
                continue
            }
            index += 2
            switch bytes[index - 1] {
            case UInt8(ascii: "("):
                key += "{\(values)}".utf8
                values += 1
                skipInterpolation(&index)
            case UInt8(ascii: "\n"): key += "\\\n".utf8
            case UInt8(ascii: "n"): key.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): key.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "u"):
                let close = bytes[index...].firstIndex(of: UInt8(ascii: "}")) ?? index
                let digits = String(decoding: bytes[(index + 1)..<close], as: UTF8.self)
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
                key += String(scalar.map(Character.init) ?? "?").utf8
                index = close + 1
            default: key.append(bytes[index - 1])
            }
        }
        index = min(bytes.count, index + end.utf8.count)
        let text = String(decoding: key, as: UTF8.self)
        return isLong ? Self.unindented(text) : text
    }

    /// Moves an index behind the parenthesis that closes an interpolation.
    private func skipInterpolation(_ index: inout Int) {
        var depth = 1
        while index < bytes.count, depth > 0 {
            if bytes[index] == UInt8(ascii: "\"") {
                _ = literal(&index)
                continue
            }
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
            index += 1
        }
    }

    /// Returns the text of a literal of several lines without its indentation and broken lines.
    private static func unindented(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let indentation = lines.popLast()?.count ?? 0
        return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
            .replacing("\\\n", with: "")
    }
}
