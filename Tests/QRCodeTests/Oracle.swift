import Foundation
import Testing

/// Independent QR code decoder, run on a folder of images.
enum Decoder: String, CaseIterable {
    case zxing
    case zbar

    /// Returns the bytes read from each image, by its name without extension; empty if unreadable.
    func read(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
        try folder.lines(of: "decode.py", rawValue)
    }
}

/// Folder that is deleted with its last reference.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ bytes: some Sequence<UInt8>, as name: String) throws {
        try Data(bytes).write(to: url.appending(path: name))
    }

    /// Runs a Python script in `Oracle` on this folder; returns its output.
    @discardableResult
    func run(_ script: String, _ arguments: String...) throws -> String {
        try run(script, arguments)
    }

    /// Runs a script that prints lines of a name and a text.
    func texts(of script: String, _ arguments: String...) throws -> [String: String] {
        try lines(of: script, arguments).mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private func run(_ script: String, _ arguments: [String]) throws -> String {
        let oracle = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Oracle")
        let python = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [python, oracle.appending(path: script).path()] + arguments + [url.path()]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(script) failed")
        return String(decoding: data, as: UTF8.self)
    }

    /// Runs a script that prints lines of a name and hexadecimal bytes.
    func lines(of script: String, _ arguments: String...) throws -> [String: [UInt8]] {
        try lines(of: script, arguments)
    }

    private func lines(of script: String, _ arguments: [String]) throws -> [String: [UInt8]] {
        let lines = try run(script, arguments).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            return (String(parts[0]), bytes(hexadecimal: parts[1]))
        }
        return Dictionary(uniqueKeysWithValues: lines)
    }

    private func bytes(hexadecimal: Substring) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] * 16 + digits[$0 + 1])
        }
    }
}
