import FleetCore
import FleetTestSupport
import Foundation
import JSON
import Testing

@testable import FleetFeeds

/// Tests of the table against the official schemas, which only this oracle has.
struct SpecificationOracleTests {
    /// A document with what the schemas find in it.
    private struct Case: Decodable {
        var version: String
        var name: String
        var mutation: String
        var document: String
        /// Pairs of a JSON pointer and a class of keywords.
        var errors: [[String]]
    }

    @Test("The table finds in each mutated document of each version what the official schemas find")
    func findsWhatTheSchemasFind() throws {
        let script = URL(filePath: #filePath)
            .appendingPathComponent("../../Oracle/gbfs_documents.py").standardized.path
        let lines = try Tool.lines(of: [Tool.python, script])
        var trees: [String: SpecificationTree] = [:]
        var differences: [String] = []
        var versions: Set<String> = []
        for line in lines {
            let given = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            versions.insert(given.version)
            let key = given.version + given.name
            let version = SpecificationVersion.ofGBFS(given.version)
            let tree =
                try trees[key]
                ?? {
                    let document = try #require(Specification.document(given.name, in: version))
                    return SpecificationTree(document, in: version)
                }()
            trees[key] = tree
            let found = try Self.errors(in: given.document, tree)
            let expected = Set(given.errors.map { "\(Self.pattern($0[0])) \($0[1])" })
            if found != expected {
                differences.append(
                    "\(given.version) \(given.name), \(given.mutation): "
                        + "too much \(found.subtracting(expected).sorted()), "
                        + "missing \(expected.subtracting(found).sorted())")
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(40).joined(separator: "\n"))")
        #expect(versions == Set(Fixture.versions))
        #expect(lines.count > 10_000)
    }

    /// Returns what the rules of the schemas find, as the oracle writes it.
    private static func errors(in text: String, _ tree: SpecificationTree) throws -> Set<String> {
        var check = DocumentCheck(tree, of: tree.document, in: SystemContext())
        try JSONDocument(Array(text.utf8)).visit(maxDepth: 64) { event, field in
            check.handle(event, field)
            return true
        }
        check.finish()
        var errors: Set<String> = []
        for finding in check.findings.findings where finding.rule.isCanonical {
            for example in finding.examples {
                if case .missing(let name) = finding.parameters {
                    errors.insert("\(pattern(example.path))/\(name) required")
                } else {
                    let name = classes[finding.keyword] ?? "?"
                    errors.insert("\(pattern(example.path)) \(name)")
                }
            }
        }
        return errors
    }

    /// Returns a JSON pointer without indices.
    private static func pattern(_ pointer: String) -> String {
        pointer.split(separator: "/", omittingEmptySubsequences: false)
            .map { Int($0) == nil ? String($0) : "*" }.joined(separator: "/")
    }

    private static let classes = [
        "enum": "enum", "const": "enum", "minimum": "range", "maximum": "range",
        "format": "format", "pattern": "format", "minLength": "format", "minItems": "length",
        "maxItems": "length", "minProperties": "length", "maxProperties": "length",
        "additionalProperties": "additional", "type": "type", "contains": "contains",
        "anyOf": "anyOf", "not": "exclusive",
    ]
}
