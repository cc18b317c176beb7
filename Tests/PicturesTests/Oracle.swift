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

    /// Runs a script and returns one of the files that it writes.
    static func file(_ script: String, _ name: String) throws -> [UInt8] {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try run(script, folder.path())
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    static func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static func make() throws -> [Sample] {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try run("make.py", folder.path()).split(separator: "\n").map { line in
            let parts = line.split(separator: " ")
            let data = try Data(contentsOf: folder.appending(path: String(parts[0])))
            return Sample(
                name: String(parts[0]), bytes: Array(data), format: String(parts[1]),
                width: try #require(Int(parts[2])), height: try #require(Int(parts[3])))
        }
    }

    /// Runs a Python script in `Oracle`; returns its output.
    static func run(_ script: String, _ arguments: String...) throws -> String {
        let oracle = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle")
        let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, oracle.appending(path: script).path()] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(script) failed")
        return String(decoding: data, as: UTF8.self)
    }
}
