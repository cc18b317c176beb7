/// Formatter for the age of a time.
struct Age {
    /// The unit of an age.
    enum Unit: String, CaseIterable {
        case seconds = "s"
        case minutes = "min"
        case hours = "h"
        case days = "d"
        case months = "mo"
        case years = "y"
    }

    private let now: Timestamp

    init(now: Timestamp) {
        self.now = now
    }

    /// Returns an age, such as `3 min`; `nil` for the future and for more than 99 days.
    func text(of time: Timestamp) -> (count: Int, unit: Unit)? {
        let seconds = (now - time).milliseconds / 1000
        switch seconds {
        case 0..<60: return (Int(seconds), .seconds)
        case 60..<3600: return (Int(seconds / 60), .minutes)
        case 3600..<172_800: return (Int(seconds / 3600), .hours)
        case 172_800..<8_640_000: return (Int(seconds / 86_400), .days)
        default: return nil
        }
    }

    /// Returns the age of any time, also in months and years, rounded down; for a future time, the
    /// time until then.
    func approximate(of time: Timestamp) -> (count: Int, unit: Unit) {
        let isFuture = time > now
        let age = isFuture ? Age(now: time).text(of: now) : text(of: time)
        if let age { return age }
        let days = abs((now - time).milliseconds / 86_400_000)
        // A month has 31 days here, a year 365.25.
        let years = days * 4 / 1461
        return years > 0 ? (Int(years), .years) : (Int(days / 31), .months)
    }
}

extension TableStyle {
    /// Returns a time as its age, or else in the system's time zone.
    func timeText(for time: Timestamp) -> String {
        var text = UTF8Buffer()
        text.append(time, in: self)
        return text.string
    }

    /// Returns a time for a screen, such as `3 min ago · 14:02`, whose age survives a cut; `nil` in
    /// a pipe.
    public func agedTime(_ time: Timestamp) -> String? {
        guard let clock else { return nil }
        guard time.isWritable else { return "?" }
        return [ShortText.age(of: time, now: now), clock(time)].compactMap(\.self)
            .joined(separator: " · ")
    }
}

extension UTF8Buffer {
    /// Appends a time as its age, or else in the system's time zone.
    mutating func append(_ time: Timestamp, in style: TableStyle) {
        if let (count, unit) = Age(now: style.now).text(of: time) {
            append(count, unit)
            append(" ago")
        } else if time.isWritable {
            appendEscaped((style.shortTime ?? style.localTime)(time))
        } else {
            append("?")
        }
    }

    /// Appends a number with a unit of time, such as `3 min`.
    mutating func append(_ count: Int, _ unit: Age.Unit) {
        append(count)
        append(UInt8(ascii: " "))
        append(unit.rawValue)
    }

    /// Appends a distance in metres, or in kilometres from 1 km.
    mutating func append(meters: Double, in language: Language = .english) {
        let isKilometers = abs(meters) >= 999.5
        append(
            isKilometers ? meters / 1000 : meters, roundedTo: isKilometers ? 1 : 0, in: language)
        if language.isSource {
            if isKilometers { append(" km") } else { append(" m") }
        } else {
            append(language.unitSpace + (isKilometers ? "km" : "m"))
        }
    }

    /// Appends a battery level in percent, after `~` if it is an estimate.
    mutating func append(_ battery: Battery, in language: Language = .english) {
        if battery.isEstimated { append(UInt8(ascii: "~")) }
        append(battery.percent, roundedTo: 1, in: language)
        if !language.isSource { append(language.percentSpace) }
        append(UInt8(ascii: "%"))
    }

    /// Appends a position to a precision of about a metre, in the form that people type.
    mutating func append(_ position: Position) {
        append(position.latitude, roundedTo: 5, keepingZeros: true)
        append(", ")
        append(position.longitude, roundedTo: 5, keepingZeros: true)
    }
}
