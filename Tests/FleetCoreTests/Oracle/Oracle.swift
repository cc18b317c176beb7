import Foundation

/// Third-party programs that read the output for comparison.
enum Oracle {
    struct ProgramError: Error {
        let program: String
        let message: String
    }

    /// Returns the lines that a script of this folder prints for `input`.
    static func python(_ script: String, _ arguments: [String], input: [UInt8]) throws -> [String] {
        let interpreter = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"
        let script = folder.appendingPathComponent(script).path
        return try run([interpreter, "-X", "utf8", script] + arguments, input: input)
    }

    /// Returns the lines that Python code prints for `input`.
    static func python(code: String, input: [UInt8]) throws -> [String] {
        let interpreter = ProcessInfo.processInfo.environment["FLEET_PYTHON"] ?? "python3"
        return try run([interpreter, "-X", "utf8", "-c", code], input: input)
    }

    /// Returns the lines that jq prints for a filter over every value of `input`.
    static func jq(_ filter: String, input: [UInt8]) throws -> [String] {
        try run(["jq", "-c", filter], input: input)
    }

    /// Returns the path of a file in this folder.
    static func path(of file: String) -> String { folder.appendingPathComponent(file).path }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// Runs a program with files for input and output, since pipes could block each other.
    private static func run(_ command: [String], input: [UInt8]) throws -> [String] {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        func file(_ name: String, _ content: [UInt8] = []) throws -> URL {
            let file = scratch.appendingPathComponent(name)
            try Data(content).write(to: file)
            return file
        }
        let output = try file("output")
        let errors = try file("errors")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = try FileHandle(forReadingFrom: try file("input", input))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ProgramError(program: command[0], message: try text(of: errors))
        }
        return try text(of: output).split(separator: "\n", omittingEmptySubsequences: true).map(
            String.init)
    }

    /// Returns the text of a file, read by a handle: reading an empty file at once leaks memory.
    private static func text(of file: URL) throws -> String {
        let bytes = try FileHandle(forReadingFrom: file).readToEnd() ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }
}
