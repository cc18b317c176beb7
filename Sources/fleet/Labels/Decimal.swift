/// Returns a number with at most two decimals.
func decimal(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    guard rest != 0 else { return "\(whole)" }
    let digits = String(100 + abs(rest)).dropFirst()
    return "\(hundredths < 0 && whole == 0 ? "-" : "")\(whole)."
        + (digits.hasSuffix("0") ? digits.dropLast() : digits)
}

/// Returns a number with at most two decimals, and its unit.
func decimal(_ value: Double, unit: String) -> String {
    "\(decimal(value)) \(unit)"
}
