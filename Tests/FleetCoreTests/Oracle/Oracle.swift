import FleetTestSupport
import Foundation

/// Third-party programs that read the output for comparison.
enum Oracle {
    /// Returns the lines that a script of this folder prints for `input`.
    static func python(_ script: String, _ arguments: [String], input: [UInt8]) throws -> [String] {
        let script = path(of: script)
        return try Tool.lines(of: [Tool.python, "-X", "utf8", script] + arguments, input: input)
    }

    /// Returns the lines that Python code prints for `input`.
    static func python(code: String, input: [UInt8]) throws -> [String] {
        try Tool.lines(of: [Tool.python, "-X", "utf8", "-c", code], input: input)
    }

    /// Returns the lines that jq prints for a filter over every value of `input`.
    static func jq(_ filter: String, input: [UInt8]) throws -> [String] {
        try Tool.lines(of: ["jq", "-c", filter], input: input)
    }

    /// Returns the path of a file in this folder.
    static func path(of file: String) -> String { folder.appendingPathComponent(file).path }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
}
