import FleetTestSupport
import Foundation
import Testing

/// Pictures written by Pillow, with the properties that Pillow reads.
enum Oracle {
    /// Picture with its format and size as read by Pillow.
    struct Sample: Sendable {
        let name: String
        let bytes: [UInt8]
        let format: String
        let width: Int
        let height: Int
    }

    /// One sample of every kind.
    static let samples = Result { try make() }

    /// Returns the sample with a name.
    static func sample(_ name: String) throws -> Sample {
        try #require(try samples.get().first { $0.name == name })
    }

    /// Returns a picture with few bytes and very many pixels.
    static func bomb(_ name: String) throws -> [UInt8] { try bombs.get().bytes(of: name) }

    private static let bombs = Result {
        let folder = try TemporaryFolder()
        _ = try run("bombs.py", folder.path)
        return folder
    }

    private static func make() throws -> [Sample] {
        let folder = try TemporaryFolder()
        return try run("make.py", folder.path).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            return Sample(
                name: String(parts[0]), bytes: folder.bytes(of: String(parts[0])),
                format: String(parts[1]),
                width: try #require(Int(parts[2])), height: try #require(Int(parts[3])))
        }
    }

    /// Runs a Python script in `Oracle`; returns its output.
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let oracle = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle")
        let command = [Tool.python, oracle.appending(path: script).path()] + arguments
        return String(decoding: try Tool.output(of: command), as: UTF8.self)
    }
}
