import FleetCore
import FleetTestSupport
import Foundation
import JSON
import Testing

@testable import FleetFeeds

/// Tests of the rules across documents against those of the canonical validator.
///
/// The validator ignores the rental links of vehicles since 3.0, which `fleet check` reads, so the
/// systems of the oracle have none there.
struct SystemOracleTests {
    private struct Case: Decodable {
        var version: String
        var documents: [String: String]
        /// Document, JSON pointer, and class or missing field.
        var errors: [[String]]
    }

    @Test(
        "The rules across documents find in each system what those of the canonical validator find")
    func findsWhatTheValidatorFinds() throws {
        let script = URL(filePath: #filePath)
            .appendingPathComponent("../../Oracle/gbfs_systems.py").standardized.path
        let lines = try Tool.lines(of: [Tool.python, script])
        var differences: [String] = []
        for line in lines {
            let given = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let found = Self.errors(in: given.documents, of: given.version)
            let expected = Set(given.errors.map { $0.joined(separator: " ") })
            guard found != expected else { continue }
            differences.append(
                "\(given.version): too much \(found.subtracting(expected).sorted()), "
                    + "missing \(expected.subtracting(found).sorted())\n\(given.documents)")
        }
        #expect(
            differences.isEmpty,
            "\(differences.count): \(differences.prefix(5).joined(separator: "\n"))")
        #expect(lines.count == 1000)
    }

    private static func errors(in documents: [String: String], of version: String) -> Set<String> {
        var check = SystemCheck(now: Timestamp(seconds: 1_777_622_400), isLive: false)
        for name in documents.keys.sorted(by: {
            SystemCheck.place(of: $0) < SystemCheck.place(of: $1)
        }) {
            check.read(
                JSONDocument(Array((documents[name] ?? "").utf8)),
                as: .init(name: name, version: .ofGBFS(version)), .init(address: name))
        }
        var errors: Set<String> = []
        for finding in check.report().findings where finding.rule.isCanonical {
            if finding.path.hasPrefix("/data/rental_apps") {
                errors.insert("\(finding.document) /data/rental_apps store")
                continue
            }
            for example in finding.examples {
                var name = finding.keyword
                if case .missing(let field) = finding.parameters { name = field }
                errors.insert("\(finding.document) \(example.path) \(name)")
            }
        }
        return errors
    }
}
