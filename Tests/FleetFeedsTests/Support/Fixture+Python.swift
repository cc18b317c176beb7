import Foundation

extension Fixture {
    /// What a short Python program prints, as JSON; it is told the folder of the fixtures.
    static func python<Answer: Decodable>(_ program: String) throws -> Answer {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, folder]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode(Answer.self, from: data)
    }
}
