import ArgumentParser
import FleetCore
import FleetRuntime

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

/// A day on the command line, such as `2026-01-31`, `today` or `3 days ago`.
struct DayArgument: ExpressibleByArgument, Sendable {
    private let text: String

    init?(argument: String) {
        text = argument
        guard day(in: .utc, at: Timestamp(milliseconds: 0)) != nil else { return nil }
    }

    /// Returns the day; one relative to the present is that of local time.
    func day(at now: Timestamp) -> LocalDay {
        day(in: LocalTime.zone, at: now) ?? LocalDay(at: now, in: LocalTime.zone)
    }

    private func day(in zone: SystemTimeZone, at now: Timestamp) -> LocalDay? {
        LocalDay(typed: text, in: zone, now: now)
    }
}
