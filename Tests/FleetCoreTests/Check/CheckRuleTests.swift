import FleetCore
import FleetTestSupport
import Foundation
import Testing

/// The rules of `fleet check`; `FLEET_RECORD=1` writes their table to the page.
struct CheckRuleTests {
    private static let page = Project.folder + "/Documentation/check.md"
    private static let title =
        "| rule | severity | what is wrong | why it matters | how to mend it |\n"

    /// The table of all rules in Markdown.
    private var table: String {
        let rows = CheckRule.allCases.map { rule in
            let text = rule.text
            let name = "`\(rule.rawValue)`" + (rule.isCanonical ? " *" : "")
            return
                "| \(name) | \(text.severity.rawValue) | \(text.problem) | \(text.reason) | \(text.remedy) |\n"
        }
        return Self.title + "|---|---|---|---|---|\n" + rows.joined()
    }

    @Test("The page has every rule with the texts of the program")
    func page() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let start = text.range(of: Self.title)?.lowerBound ?? text.endIndex
        if ProcessInfo.processInfo.environment["FLEET_RECORD"] != nil {
            try (text[..<start] + table).write(toFile: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start...] == table)
        }
    }

    @Test("Each text of a rule is one or more short sentences", arguments: CheckRule.allCases)
    func texts(rule: CheckRule) {
        let text = rule.text
        for sentence in [text.problem, text.reason, text.remedy] {
            #expect(
                sentence.hasSuffix(".") && sentence.first?.isUppercase != false
                    || sentence.first == "l")
            #expect(sentence.count < 160 && !sentence.contains("|"))
        }
        #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
    }

    @Test("Findings are ordered by document, then errors before warnings")
    func order() {
        let documents = ["gbfs", "station_status"].map {
            CheckReport.Document(
                name: $0, address: nil, isRequired: true, exists: true, version: "GBFS 3.0")
        }
        let findings: [CheckFinding] = [
            .init(.overCapacity, in: "station_status", at: "", section: ""),
            .init(.fieldMissing, in: "station_status", at: "", section: ""),
            .init(.ttlZero, in: "gbfs", at: "", section: ""),
        ]
        let report = CheckReport(
            detectedVersion: "3.0", version: "GBFS 3.0", documents: documents, findings: findings)
        #expect(report.findings.map(\.rule) == [.ttlZero, .fieldMissing, .overCapacity])
        #expect(report.has(.error) && report.count(of: .warning) == 2)
    }
}
