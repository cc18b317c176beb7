extension CheckReport {
    /// Returns the report as a JSON object.
    ///
    /// `summary` and `files` have the shape of the canonical validator's report and contain only
    /// findings of its rules, and each file lists their examples; `findings` has all. `left_out` has
    /// the documents that were not checked, and `leftOutCount` their number.
    /// - Parameter validator: Name and version of this program.
    public func json(validator: String) -> UTF8Buffer {
        var report = JSONObjectWriter()
        var summary = JSONObjectWriter()
        var versions = JSONObjectWriter()
        versions.add("detected", detectedVersion)
        versions.add("validated", version)
        let errors = findings.filter(\.rule.isCanonical)
        summary.add("validatorVersion", validator)
        summary.add("version", versions)
        summary.add("hasErrors", !errors.isEmpty)
        summary.add("errorsCount", errors.reduce(0) { $0 + $1.count })
        summary.add("hasFindings", !findings.isEmpty)
        summary.add("leftOutCount", leftOut.total)
        report.add("summary", summary)
        report.add("files", documents.map { Self.json($0, errors) })
        report.add("findings", findings.map(\.json))
        report.add("silenced", silenced.isEmpty ? nil : silenced.map(\.json))
        report.add("left_out", leftOut.map(\.json))
        report.add("notices", notices)
        return report.text
    }

    private static func json(_ document: Document, _ all: [CheckFinding]) -> JSONObjectWriter {
        let errors = all.filter { $0.document == document.name }
        var file = JSONObjectWriter()
        file.add("file", document.fileName)
        file.add("required", document.isRequired)
        file.add("exists", document.exists)
        file.add("hasErrors", !errors.isEmpty)
        file.add("errorsCount", errors.reduce(0) { $0 + $1.count })
        file.add("url", document.address)
        file.add(
            "errors",
            errors.flatMap { finding in
                finding.examples.map { Self.error($0, of: finding, document.version) }
            })
        return file
    }

    private static func error(
        _ example: CheckFinding.Example, of finding: CheckFinding, _ version: String
    ) -> JSONObjectWriter {
        var error = JSONObjectWriter()
        error.add("instancePath", example.path)
        error.add(
            "schemaPath", "\(version)/\(finding.document)#\(finding.path)/\(finding.keyword)")
        error.add("keyword", finding.keyword)
        error.add("params", json(finding.parameters))
        error.add("message", finding.problem)
        return error
    }

    private static func json(_ parameters: CheckFinding.Parameters) -> JSONObjectWriter {
        var object = JSONObjectWriter()
        switch parameters {
        case .none: break
        case .missing(let name): object.add("missingProperty", name)
        case .type(let name): object.add("type", name)
        case .limit(let limit, let isMaximum):
            object.add("comparison", isMaximum ? "<=" : ">=")
            object.add("limit", limit)
        case .values(let values): object.add("allowedValues", values)
        case .format(let name): object.add("format", name)
        }
        return object
    }
}

extension CheckFinding {
    /// The finding with the texts of its rule as a JSON object.
    var json: JSONObjectWriter {
        var object = JSONObjectWriter()
        object.add("rule", rule.rawValue)
        object.add("severity", rule.severity.rawValue)
        object.add("document", document)
        object.add("path", path)
        object.add("count", count)
        object.add(
            "examples",
            examples.map { example in
                var object = JSONObjectWriter()
                object.add("path", example.path)
                object.add("value", example.value)
                return object
            })
        object.add("problem", problem)
        object.add("reason", rule.reason)
        object.add("remedy", remedy)
        object.add("section", section)
        object.add("since", since)
        return object
    }
}
