import Foundation

extension Fixture {
    /// Runs a short Python program with the fixtures folder as its argument, and decodes the JSON
    /// it prints.
    static func python<Output: Decodable>(_ program: String) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, folder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Output.self, from: data)
    }
}
