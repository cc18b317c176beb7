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
            let name = "`\(rule.rawValue)`" + (rule.isCanonical ? " *" : "")
            return
                "| \(name) | \(rule.severity.rawValue) | \(rule.problem) | \(rule.reason) | \(rule.remedy) |\n"
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

    private static let boundTitle = "| bound | standard | what it is |\n|---|---|---|\n"

    @Test("The page has every bound with its standard value")
    func bounds() throws {
        let rows = CheckBound.allCases.map {
            "| `\($0.rawValue)` | \($0.text($0.standard)) | \($0.meaning) |\n"
        }
        let table = Self.boundTitle + rows.joined()
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: Self.boundTitle)).lowerBound
        let end = try #require(text[start...].range(of: "\n\n")).lowerBound
        if ProcessInfo.processInfo.environment["FLEET_RECORD"] != nil {
            try (text[..<start] + table.dropLast() + text[end...])
                .write(toFile: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(text[start..<end] + "\n" == table)
        }
    }

    @Test("The page says when each rule over time is broken")
    func rulesOverTime() throws {
        let text = try String(contentsOfFile: Self.page, encoding: .utf8)
        for rule in CheckRule.overTime where !rule.rawValue.hasPrefix("parked") {
            #expect(text.contains("| `\(rule.rawValue)` |"))
        }
    }

    @Test("A bound reads the text that it writes, and `off`", arguments: CheckBound.allCases)
    func boundText(bound: CheckBound) throws {
        #expect(try bound.value(bound.text(bound.standard)) == bound.standard)
        #expect(try bound.value("off") == .infinity && bound.text(.infinity) == "off")
        #expect(throws: QuantityError.self) { try bound.value("much") }
    }

    @Test("Each text of a rule is one or more short sentences", arguments: CheckRule.allCases)
    func texts(rule: CheckRule) {
        for sentence in [rule.problem, rule.reason, rule.remedy] {
            #expect(
                sentence.hasSuffix(".") && sentence.first?.isUppercase != false
                    || sentence.first == "l")
            #expect(sentence.count < 160 && !sentence.contains("|"))
        }
        #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
    }

    @Test("Findings are ordered by document, then errors before warnings")
    func order() {
        let documents = ["gbfs", "station_status"].map {
            CheckReport.Document(
                name: $0, address: nil, isRequired: true, exists: true, version: "GBFS 3.0")
        }
        let findings: [CheckFinding] = [
            .init(.data.overCapacity, in: "station_status", at: "", section: ""),
            .init(.standard.fieldMissing, in: "station_status", at: "", section: ""),
            .init(.document.ttlZero, in: "gbfs", at: "", section: ""),
        ]
        let report = CheckReport(
            detectedVersion: "3.0", version: "GBFS 3.0", documents: documents, findings: findings)
        #expect(
            report.findings.map(\.rule) == [
                .document.ttlZero, .standard.fieldMissing, .data.overCapacity,
            ])
        #expect(report.has(.error) && report.count(of: .warning) == 2)
    }
}
