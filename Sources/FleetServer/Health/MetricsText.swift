/// Text of the metrics for Prometheus (text-based exposition format, version 0.0.4).
struct MetricsText {
    enum Kind: String {
        case counter, gauge, summary, histogram
    }

    /// One value of a metric.
    struct Sample {
        /// `_sum` or `_count` of a summary, or these or `_bucket` of a histogram.
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        var value: Double
    }

    private(set) var text = ""

    /// Appends a metric with its samples, also without any.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            text += name + sample.suffix
            if !labels.isEmpty { text += "{\(labels.joined(separator: ","))}" }
            text += " \(Self.number(sample.value))\n"
        }
    }

    /// Appends a metric of one value.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        add(name, kind, help, [Sample(value: value)])
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
            .replacing("\n", with: #"\n"#)
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : "\(value)"
    }
}
