/// Requests that wrk makes as fast as the server answers.
struct LoadGenerator {
    /// Number of connections, each with one request at a time.
    static let connections = 16
    let context: BenchmarkContext
    let address: String
    var fields: [String] = []
    /// Script in Lua that makes the request; `nil` for GET.
    var script: String?

    /// Returns the number of responses per second, all of which must be successful.
    func rate() throws -> Double {
        let seconds = Int(context.sizes.loadTime / .seconds(1))
        let arguments = ["-t1", "-c\(Self.connections)", "-d\(seconds)s", "--timeout", "10s"]
        let options =
            fields.flatMap { ["-H", $0] } + (script.map { ["-s", $0] } ?? []) + [address]
        let lines = try context.output(of: context.command("wrk", arguments + options))
        let failure = lines.first { $0.contains("Non-2xx") || $0.contains("Socket errors") }
        let rate = lines.first { $0.hasPrefix("Requests/sec:") }
            .flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
        guard failure == nil, let rate else {
            throw BenchmarkError.unexpectedResult(
                "wrk of \(address): \(failure ?? lines.joined(separator: "; "))")
        }
        return rate
    }

    /// Returns the median rates of several generators, in interleaved runs.
    static func medians(_ generators: [LoadGenerator], rounds: Int) throws -> [Double] {
        var rates = generators.map { _ in [Double]() }
        for round in 0...rounds {
            for (index, generator) in generators.enumerated() {
                let rate = try generator.rate()
                // The first round warms up.
                if round > 0 { rates[index].append(rate) }
            }
        }
        return rates.map(\.median)
    }
}
