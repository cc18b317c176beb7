import FleetTestSupport
import Foundation
import Testing

/// Keeps the targets compiling, and their promises, between two runs of the fuzzer.
@Suite("The fuzz targets take their seeds")
struct SeedTests {
    @Test("No seed breaks a promise of its target", arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) async throws {
        let inputs = try Self.inputs(of: target)
        #expect(!inputs.isEmpty)
        // The feed target blocks its thread, which must not be one of the few that run tasks.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for input in inputs { target.run(input) }
                continuation.resume()
            }
        }
    }

    private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
        guard target == .feed else {
            return try files(in: Project.folder + "/Tests/Fuzz/Seeds/" + target.rawValue)
        }
        return try files(in: Project.fixture("app")).map { [UInt8(ascii: "v")] + $0 }
    }

    private static func files(in folder: String) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + $0)))
        }
    }
}
