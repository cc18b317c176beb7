import ArgumentParser
import FleetCore

/// Distances on the command line, such as `500m` and `6km`; a bare number is in metres.
enum DistanceText {
    /// Returns the metres of the value of an option.
    /// - Throws: `ValidationError`.
    static func meters(_ text: String, _ option: String) throws -> Double {
        try value(of: option) { () throws(QuantityError) in try QuantityText.meters(text) }
    }
}

/// Durations on the command line, such as `30s`, `5m` and `24h`; a bare number is in seconds.
enum DurationText {
    /// Returns the seconds of the value of an option.
    /// - Throws: `ValidationError` unless they are more than 0.
    static func seconds(_ text: String, _ option: String) throws -> Double {
        try value(of: option) { () throws(QuantityError) in try QuantityText.seconds(text) }
    }
}

private func value(
    of option: String, _ parse: () throws(QuantityError) -> Double
) throws -> Double {
    do throws(QuantityError) {
        return try parse()
    } catch {
        throw ValidationError("\(option) \(error.requirement)")
    }
}

/// A day on the command line, such as `2026-01-31`.
struct DayArgument: ExpressibleByArgument, Sendable {
    let day: LocalDay

    init?(argument: String) {
        guard let day = LocalDay(argument) else { return nil }
        self.day = day
    }
}
