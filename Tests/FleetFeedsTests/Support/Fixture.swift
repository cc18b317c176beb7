import FleetTestSupport
import Foundation

/// Feeds in the `Fixtures` folder.
enum Fixture {
    static let versions = ["1.0", "1.1", "2.0", "2.1", "2.2", "2.3", "3.0", "3.1-RC3"]

    static func path(_ name: String) -> String { Project.fixture(name) }

    static func bytes(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: path(name))))
    }

    /// Returns the relative paths of all feed files below a folder.
    static func names(in name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path(name)).filter { file in
            [".json", ".html", ".txt"].contains { file.hasSuffix($0) }
        }.sorted()
    }
}

extension Fixture {
    /// Runs a short Python program with the fixtures folder as its argument, and decodes the JSON
    /// it prints.
    static func python<Output: Decodable>(_ program: String) throws -> Output {
        let output = try Tool.output(of: ["python3", "-c", program, Project.fixture("")])
        return try JSONDecoder().decode(Output.self, from: Data(output))
    }
}
