import FleetTestSupport
import Foundation
import Testing

/// Tables that Python programs write and read.
enum Oracle {
    /// Files in a folder, and the rows that a reader should find in each.
    struct Samples: Sendable {
        let folder: TemporaryFolder
        let rows: [String: [[String]]]
    }

    /// Workbooks that openpyxl writes.
    static let workbooks = Result { try samples("make.py") }
    /// Texts that Python's csv module writes.
    static let texts = Result { try samples("texts.py") }
    /// Small files that unpack to much.
    static let bombs = Result { try samples("bombs.py") }

    /// Returns the lines that openpyxl reads from a workbook.
    static func read(_ workbook: [UInt8]) throws -> [String] {
        try Tool.lines(of: [Tool.python, "-X", "utf8", path(of: "read.py")], input: workbook)
    }

    private static func samples(_ script: String) throws -> Samples {
        let folder = try TemporaryFolder()
        var rows: [String: [[String]]] = [:]
        for line in try Tool.lines(of: [Tool.python, path(of: script), folder.path]) {
            let parts = line.split(separator: "\t").map(String.init)
            let cells = try parts.dropFirst().map {
                try JSONDecoder().decode(String.self, from: Data($0.utf8))
            }
            rows[parts[0], default: []].append(cells)
        }
        return Samples(folder: folder, rows: rows)
    }

    private static func path(of script: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle/\(script)")
            .path()
    }
}
