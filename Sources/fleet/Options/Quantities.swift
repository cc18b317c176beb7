import ArgumentParser
import FleetCore

/// Distances on the command line, such as `500m` and `6km`; a bare number is in metres.
enum DistanceText {
    private static let meters = ["m": 1.0, "km": 1000]

    /// Returns the metres of the value of an option.
    /// - Throws: `ValidationError`.
    static func meters(_ text: String, _ option: String) throws -> Double {
        guard let meters = number(text, units: meters, bare: 1) else {
            throw ValidationError("\(option) must be a distance such as 500m or 6km")
        }
        guard meters >= 0 else { throw ValidationError("\(option) must be 0 or more metres") }
        return meters
    }
}

/// Durations on the command line, such as `30s`, `5m` and `24h`; a bare number is in seconds.
enum DurationText {
    private static let seconds = ["s": 1.0, "m": 60, "min": 60, "h": 3600, "d": 86_400]

    /// Returns the seconds of the value of an option.
    /// - Throws: `ValidationError` unless they are more than 0.
    static func seconds(_ text: String, _ option: String) throws -> Double {
        guard let seconds = number(text, units: seconds, bare: 1) else {
            throw ValidationError("\(option) must be a duration such as 30s, 5m, 24h or 7d")
        }
        guard seconds > 0 else { throw ValidationError("\(option) must be more than 0 seconds") }
        return seconds
    }
}

/// Returns a finite number in the unit after it; `bare` is the factor of a number without one.
private func number(_ text: String, units: [String: Double], bare: Double) -> Double? {
    if let number = Double(text) { return number.isFinite ? number * bare : nil }
    let unit = text.drop { !$0.isLetter }
    let number = text[..<unit.startIndex].filter { $0 != " " }
    guard let number = Double(number), let factor = units[unit.lowercased()] else { return nil }
    return number.isFinite && (number * factor).isFinite ? number * factor : nil
}
