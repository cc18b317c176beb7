/// How long ago a time was, in a few characters.
struct Age {
    private let now: Timestamp

    init(now: Timestamp) {
        self.now = now
    }

    /// The number and unit of an age, such as `3 min`; `nil` for the future and over 99 days ago.
    func text(of time: Timestamp) -> (count: Int, unit: StaticString)? {
        let seconds = (now - time).milliseconds / 1000
        switch seconds {
        case 0..<60: return (Int(seconds), " s")
        case 60..<3600: return (Int(seconds / 60), " min")
        case 3600..<172_800: return (Int(seconds / 3600), " h")
        case 172_800..<8_640_000: return (Int(seconds / 86_400), " d")
        default: return nil
        }
    }

    /// The same of any time, by months and years too, rounded down; for the future, how long until then.
    func rough(of time: Timestamp) -> (count: Int, unit: StaticString) {
        let isFuture = time > now
        let age = isFuture ? Age(now: time).text(of: now) : text(of: time)
        if let age { return age }
        let days = abs((now - time).milliseconds / 86_400_000)
        // A month of 31 days and a year of 365 and a quarter.
        let years = days * 4 / 1461
        return years > 0 ? (Int(years), " y") : (Int(days / 31), " mo")
    }
}

extension TableStyle {
    /// A time as its age, or else in the system's zone.
    func words(for time: Timestamp) -> String {
        var text = ByteText()
        text.append(time, in: self)
        return text.string
    }
}

extension ByteText {
    /// Adds a time as its age, or else in the system's zone.
    mutating func append(_ time: Timestamp, in style: TableStyle) {
        if let (count, unit) = Age(now: style.now).text(of: time) {
            append(count)
            append(unit)
            append(" ago")
        } else if time.isWritable {
            appendEscaped(style.localTime(time))
        } else {
            append("?")
        }
    }

    /// Adds a length as metres, or as kilometres from one on.
    mutating func append(meters: Double) {
        let isKilometers = abs(meters) >= 1000
        append(isKilometers ? meters / 1000 : meters, roundedTo: isKilometers ? 1 : 0)
        if isKilometers { append(" km") } else { append(" m") }
    }

    /// Adds a charge in percent, after `~` if it was worked out.
    mutating func append(_ battery: Battery) {
        if battery.isEstimated { append(UInt8(ascii: "~")) }
        append(battery.percent, roundedTo: 1)
        append(UInt8(ascii: "%"))
    }

    /// Adds a position to about a metre.
    mutating func append(_ position: Position) {
        append(position.latitude, roundedTo: 5, keepingZeros: true)
        append(", ")
        append(position.longitude, roundedTo: 5, keepingZeros: true)
    }
}
