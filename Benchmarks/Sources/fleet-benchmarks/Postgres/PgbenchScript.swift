/// Script of pgbench that runs statements of a log with their parameters bound.
struct PgbenchScript {
    private static let latency = "latency average = "
    private let text: String
    /// Values of the variables as `name=value`.
    private let values: [String]

    init(_ statements: [LoggedStatement]) {
        var (lines, values): ([String], [String]) = ([], [])
        for (index, statement) in statements.enumerated() {
            let parts = Self.outsideQuotes(of: statement.sql, splitAt: ";")
            if parts.count > 1 {
                // Sent together, without waiting for each result.
                lines += ["\\startpipeline"] + parts.map { $0 + ";" } + ["\\endpipeline"]
            } else {
                let name = "v\(index)_"
                lines.append(Self.bound(parts.first ?? "", statement.parameters, to: name) + ";")
                values += statement.parameters.enumerated().compactMap { number, value in
                    value.map { "\(name)\(number + 1)=\($0)" }
                }
            }
        }
        (text, self.values) = (lines.joined(separator: "\n") + "\n", values)
    }

    /// Runs the script on one connection for a time; returns the mean time of a run in seconds.
    func latency(
        on postgres: PostgresServer, database: String, for time: Duration,
        in context: BenchmarkContext
    ) throws -> Double {
        let path = context.workspace.path(of: "pgbench.sql")
        let file = try FileWriter(path: path)
        try file.append(text)
        try file.finish()
        let options = [
            "-n", "-c", "1", "-M", "prepared", "-T", String(Int(time / .seconds(1))), "-f", path,
        ]
        let command = postgres.command(
            "pgbench", options + values.flatMap { ["-D", $0] } + [database], as: "fleet",
            environment: ["PGOPTIONS=-c search_path=fleet -c jit=off -c TimeZone=UTC"])
        let lines = try context.output(of: command)
        let line = lines.first { $0.hasPrefix(Self.latency) }?.dropFirst(Self.latency.count)
        guard let line, let milliseconds = Double(line.prefix { $0 != " " }) else {
            throw BenchmarkError.unexpectedResult("pgbench: \(lines.joined(separator: "; "))")
        }
        return milliseconds / 1_000
    }

    /// Writes the parameters as variables, and those without a value as NULL.
    private static func bound(_ sql: String, _ values: [String?], to name: String) -> String {
        var parts = outsideQuotes(of: sql, splitAt: "$", omittingEmpty: false)[...]
        var text = parts.popFirst() ?? ""
        for part in parts {
            let digits = part.prefix { $0.isNumber }
            let value = Int(digits).flatMap { values.indices ~= $0 - 1 ? values[$0 - 1] : nil }
            text += (value == nil ? "NULL" : ":" + name + digits) + part.dropFirst(digits.count)
        }
        return text
    }

    /// Splits an SQL text at a character, except in quoted texts and names.
    private static func outsideQuotes(
        of sql: String, splitAt separator: Character, omittingEmpty: Bool = true
    ) -> [String] {
        var parts = [""]
        var quote: Character?
        for character in sql {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == separator {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return omittingEmpty ? parts.filter { !$0.allSatisfy(\.isWhitespace) } : parts
    }
}
