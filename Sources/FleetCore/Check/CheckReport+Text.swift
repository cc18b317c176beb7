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
                TerminalText.limited(document.name) + ".json"
                + (document.exists ? "" : document.address == nil ? " (missing)" : " (unreadable)")
            if !lines.isEmpty { lines.append("") }
            lines += Self.lines(heading, indent: 0, width)
            for finding in findings { lines += Self.lines(finding, width, isColored) }
        }
        if !lines.isEmpty { lines.append("") }
        return (lines + Self.lines(summary, indent: 0, width)).map { $0 + "\n" }.joined()
    }

    /// The result in one sentence.
    private var summary: String {
        let read = documents.count { $0.exists }
        let counts =
            findings.isEmpty
            ? "no findings"
            : ShortText.count(count(of: .error), "error") + ", "
                + ShortText.count(count(of: .warning), "warning")
        return "\(version): \(ShortText.count(read, "document")), \(counts)"
    }

    private static func lines(
        _ finding: CheckFinding, _ width: Int?, _ isColored: Bool
    ) -> [String] {
        let text = finding.rule.text
        let severity = text.severity.rawValue
        let times = finding.count > 1 ? " (\(ShortText.grouped(finding.count)) times)" : ""
        let path = finding.path.isEmpty ? "" : " at " + TerminalText.limited(finding.path)
        var lines = lines(
            "\(severity): \(TerminalText.limited(finding.problem))\(times)\(path)", indent: 2, width
        )
        if isColored, let first = lines.first {
            let color: TextColor = text.severity == .error ? .red : .yellow
            let start = first.index(first.startIndex, offsetBy: 2)
            let rest = first[start...].dropFirst(severity.count)
            lines[0] = "  " + color.sequence + severity + TextColor.reset + rest
        }
        for example in finding.examples {
            let parts = [example.path, example.value ?? ""].filter { !$0.isEmpty }
            guard !parts.isEmpty else { continue }
            lines += Self.lines(
                "e.g. " + parts.map(TerminalText.limited).joined(separator: ": "), indent: 4, width)
        }
        lines += Self.lines("\(text.reason) \(text.remedy)", indent: 4, width)
        lines += Self.lines("\(finding.section) [\(finding.rule.rawValue)]", indent: 4, width)
        return lines
    }

    /// Returns a text as lines that fit.
    private static func lines(_ text: String, indent: Int, _ width: Int?) -> [String] {
        let margin = String(repeating: " ", count: indent)
        guard let width else { return [margin + text] }
        return DisplayWidth.wrapped(text, to: max(width - indent, 10)).map { margin + $0 }
    }
}
