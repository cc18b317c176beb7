/// Quantity that is measured.
enum Quantity: String {
    case cpu = "CPU time"
    case wall = "wall time"
    case peak = "peak memory"

    /// Returns the value of the quantity in a run.
    func value(of usage: Usage) -> Double {
        switch self {
        case .cpu: usage.cpu
        case .wall: usage.wall
        case .peak: usage.peak
        }
    }

    /// Returns a value with its unit.
    func text(_ value: Double) -> String {
        switch self {
        case .cpu, .wall: value.text(scaledBy: 1_000, decimals: 1) + " ms"
        case .peak: value.text(scaledBy: 1 / 1_048_576, decimals: 1) + " MiB"
        }
    }
}

extension Double {
    /// Returns the number rounded to a fixed number of decimals.
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
