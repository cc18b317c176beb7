/// What is compared.
enum Quantity: String {
    case cpu = "CPU"
    case wall = "wall"
    case peak = "peak memory"

    /// Its value of a run.
    func value(of usage: Usage) -> Double {
        switch self {
        case .cpu: usage.cpu
        case .wall: usage.wall
        case .peak: usage.peak
        }
    }

    /// A value with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .cpu, .wall: value.text(scaledBy: 1_000, decimals: 1) + " ms"
        case .peak: value.text(scaledBy: 1 / 1_048_576, decimals: 1) + " MiB"
        }
    }
}

extension Double {
    /// The number with a fixed count of decimals, rounded.
    func text(scaledBy scale: Double = 1, decimals: Int) -> String {
        let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
        let scaled = (self * scale * unit).rounded()
        guard let whole = Int64(exactly: scaled) else { return "\(self * scale)" }
        let digits = String(whole.magnitude)
        let padded =
            String(repeating: "0", count: Swift.max(0, decimals + 1 - digits.count)) + digits
        let sign = whole < 0 ? "-" : ""
        return sign + padded.dropLast(decimals)
            + (decimals > 0 ? "." + padded.suffix(decimals) : "")
    }
}
