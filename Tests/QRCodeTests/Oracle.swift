import FleetTestSupport
import Foundation

/// Independent QR code decoder, run on a folder of images.
enum Decoder: String, CaseIterable {
    case zxing
    case zbar

    /// Returns the bytes read from each image, by its name without extension; empty if unreadable.
    func read(_ folder: TemporaryFolder) throws -> [String: [UInt8]] {
        try folder.lines(of: "decode.py", rawValue)
    }
}

extension TemporaryFolder {
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
        let program = [Tool.python, oracle.appending(path: script).path()]
        let output = try Tool.output(of: program + arguments + [path])
        return String(decoding: output, as: UTF8.self)
    }

    /// Runs a script that prints lines of a name and hexadecimal bytes.
    func lines(of script: String, _ arguments: String...) throws -> [String: [UInt8]] {
        try lines(of: script, arguments)
    }

    private func lines(of script: String, _ arguments: [String]) throws -> [String: [UInt8]] {
        let lines = try run(script, arguments).split(separator: "\n").map { line in
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            return (String(parts[0]), [UInt8](hexadecimal: parts[1]))
        }
        return Dictionary(uniqueKeysWithValues: lines)
    }
}
