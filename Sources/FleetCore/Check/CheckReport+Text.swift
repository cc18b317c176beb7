extension CheckReport {
    /// Returns the report as lines for people, with a heading for each document.
    ///
    /// - Parameters:
    ///   - width: Columns of the terminal; `nil` for a file or a pipe, whose lines are not broken.
    ///   - isColored: Whether severities have colors.
    public func text(width: Int?, isColored: Bool) -> String {
        var lines: [String] = []
        for document in documents {
            let findings = findings.filter { $0.document == document.name }
            guard !findings.isEmpty else { continue }
            let heading =
                TerminalText.limited(document.fileName)
                + (document.exists ? "" : document.address == nil ? " (missing)" : " (unreadable)")
            if !lines.isEmpty { lines.append("") }
            lines += Self.lines(heading, indent: 0, width)
            lines += Self.lines(findings, width, isColored: isColored)
        }
        let names = Set(documents.map(\.name))
        let others = findings.filter { !names.contains($0.document) }
        lines += Self.lines(others, width, isColored: isColored)
        if !lines.isEmpty { lines.append("") }
        return (lines + Self.lines(summary, indent: 0, width)).map { $0 + "\n" }.joined()
    }

    private static func lines(
        _ findings: [CheckFinding], _ width: Int?, isColored: Bool
    ) -> [String] {
        findings.flatMap { finding in
            let times = finding.since.map { "since " + SystemTimeZone.utc.clock($0) + " UTC" }
            return finding.lines(times: times, width, isColored: isColored)
        }
    }

    /// The result in one sentence.
    private var summary: String {
        let read = documents.count { $0.exists }
        var parts = [ShortText.count(read, "document")]
        if !leftOut.isEmpty { parts.append("\(ShortText.grouped(leftOut.total)) left out") }
        if findings.isEmpty {
            parts.append(leftOut.isEmpty ? "no findings" : "no findings in what was read")
        } else {
            parts.append(ShortText.count(count(of: .error), "error"))
            parts.append(ShortText.count(count(of: .warning), "warning"))
        }
        return "\(version): " + parts.joined(separator: ", ")
    }

    /// Returns a text as lines that fit.
    static func lines(_ text: String, indent: Int, _ width: Int?) -> [String] {
        let margin = String(repeating: " ", count: indent)
        guard let width else { return [margin + text] }
        return DisplayWidth.wrapped(text, to: max(width - indent, 10)).map { margin + $0 }
    }
}

extension CheckFinding {
    /// Returns the finding as indented lines for people.
    ///
    /// - Parameter times: Since when, and until when; `nil` for a finding of one moment.
    func lines(times: String?, _ width: Int?, isColored: Bool) -> [String] {
        let severity = rule.severity.rawValue
        let repeated = count > 1 ? " (\(ShortText.grouped(count)) times)" : ""
        let path = path.isEmpty ? "" : " at " + TerminalText.limited(path)
        let isNumbered = rule.isOverTime
        var lines = CheckReport.lines(
            "\(severity): \(TerminalText.limited(problem))\(isNumbered ? "" : repeated)\(path)",
            indent: 2, width)
        if isColored, let first = lines.first {
            let color: TextColor = rule.severity == .error ? .red : .yellow
            let start = first.index(first.startIndex, offsetBy: 2)
            let rest = first[start...].dropFirst(severity.count)
            lines[0] = "  " + color.sequence + severity + TextColor.reset + rest
        }
        if let times { lines += CheckReport.lines(times, indent: 4, width) }
        for example in examples {
            let parts = [example.path, example.value ?? ""].filter { !$0.isEmpty }
            guard !parts.isEmpty else { continue }
            lines += CheckReport.lines(
                "e.g. " + parts.map(TerminalText.limited).joined(separator: ": "), indent: 4, width)
        }
        lines += CheckReport.lines("\(rule.reason) \(remedy)", indent: 4, width)
        lines += CheckReport.lines("\(section) [\(rule.rawValue)]", indent: 4, width)
        return lines
    }
}
