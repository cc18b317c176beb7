import FleetTestSupport
import Foundation
import Testing

/// Programs that read images of labels.
enum ImageOracle {
    /// A label of a file for Zebra printers.
    struct Label {
        let width: Int
        let height: Int
        let copies: Int
        /// Number of black dots.
        let black: Int
        /// What zxing and zbar read.
        let payloads: [String]
    }

    /// The labels of a file, which zebrafy turns back into images.
    static func labels(_ zpl: [UInt8]) throws -> [Label] {
        try run("zpl", [(zpl, "zpl")]) { [$0[0]] }.split(separator: "\n").map { line in
            let parts = line.split(separator: " ").map(String.init)
            let numbers = parts.prefix(4).compactMap { Int($0) }
            try #require(numbers.count == 4, "\(line)")
            return Label(
                width: numbers[0], height: numbers[1], copies: numbers[2], black: numbers[3],
                payloads: Array(parts.dropFirst(4)))
        }
    }

    /// The difference between the first page of a PDF file, rendered by poppler, and a picture: the
    /// average of all pixels, of 255, and the number of pixels that the other has not nearby.
    static func difference(
        _ pdf: [UInt8], _ png: [UInt8], dotsPerInch: Int
    ) throws -> (average: Double, strangePixels: Int) {
        let text = try run("difference", [(pdf, "pdf"), (png, "png")]) {
            [$0[0], "\(dotsPerInch)", $0[1]]
        }
        let parts = text.split(whereSeparator: \.isWhitespace)
        try #require(parts.count == 2, "\(text)")
        return (try #require(Double(parts[0])), try #require(Int(parts[1])))
    }

    private static func run(
        _ command: String, _ files: [(bytes: [UInt8], ending: String)],
        _ arguments: (_ paths: [String]) -> [String]
    ) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try files.enumerated().map { number, file in
            let url = folder.appending(path: "\(number).\(file.ending)")
            try Data(file.bytes).write(to: url)
            return url.path()
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Oracle/image.py")
        let output = try Tool.output(
            of: [Tool.python, script.path(), command] + arguments(paths))
        return String(decoding: output, as: UTF8.self)
    }
}
