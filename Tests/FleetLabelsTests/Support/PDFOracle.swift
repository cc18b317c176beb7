import FleetTestSupport
import Foundation
import Testing

/// A temporary PDF file that is analyzed by external programs and deleted with its last reference.
final class PDFOracle {
    /// A text with its position on a page, in millimetres from the top left.
    struct Found {
        let page: Int
        let left: Double
        let top: Double
        let right: Double
        let bottom: Double
        let text: String

        var centerX: Double { (left + right) / 2 }
        var centerY: Double { (top + bottom) / 2 }
    }

    let url: URL

    init(_ bytes: [UInt8]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".pdf")
        try Data(bytes).write(to: url)
    }

    /// Extracts a page into a file of its own with qpdf.
    func page(_ number: Int) throws -> PDFOracle {
        let page = try PDFOracle([])
        _ = try run(["qpdf", url.path(), "--pages", ".", "\(number)", "--", page.url.path()])
        return page
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The QR codes with ASCII payloads that zxing reads in poppler's rendering.
    func symbols(dotsPerInch: Int) throws -> [Found] {
        try found("symbols", "\(dotsPerInch)").map { found in
            Found(
                page: found.page, left: found.left, top: found.top, right: found.right,
                bottom: found.bottom,
                text: String(decoding: [UInt8](hexadecimal: found.text), as: UTF8.self))
        }
    }

    /// The words that poppler extracts.
    func words() throws -> [Found] { try found("words") }

    /// The payloads that zbar reads in poppler's rendering.
    func zbarPayloads(dotsPerInch: Int) throws -> [String] {
        try python(["zbar", "\(dotsPerInch)"]).split(separator: "\n").map(String.init)
    }

    /// The payloads that zxing reads in PDFium's rendering, which is that of Chromium.
    func pdfiumPayloads(dotsPerInch: Int) throws -> [String] {
        try python(["pdfium", "\(dotsPerInch)"]).split(separator: "\n").map(String.init)
    }

    /// The colors of the pages in poppler's rendering, as in `ff0000`, and their pixel counts.
    func colors(dotsPerInch: Int) throws -> [String: Int] {
        let lines = try python(["colors", "\(dotsPerInch)"]).split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), Int(parts[1]) ?? 0)
            })
    }

    /// Runs one of poppler's programs on the file.
    func poppler(_ arguments: String...) throws -> String {
        try run(arguments + [url.path()])
    }

    /// The errors and warnings of qpdf.
    func problems() throws -> String {
        let output = try run(["qpdf", "--check", url.path()])
        return output.contains("No syntax or stream encoding errors found") ? "" : output
    }

    private func found(_ arguments: String...) throws -> [Found] {
        try python(arguments).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", maxSplits: 5)
            let ends = parts[1...4].compactMap { Double($0) }
            try #require(parts.count == 6 && ends.count == 4, "\(line)")
            return Found(
                page: try #require(Int(parts[0])), left: ends[0], top: ends[1], right: ends[2],
                bottom: ends[3], text: String(parts[5]))
        }
    }

    private func python(_ arguments: [String]) throws -> String {
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Oracle/read.py")
        return try run([Tool.python, script.path()] + arguments + [url.path()])
    }

    private func run(_ arguments: [String]) throws -> String {
        String(decoding: try Tool.output(of: arguments), as: UTF8.self)
    }
}
