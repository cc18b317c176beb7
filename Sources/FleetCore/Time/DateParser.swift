extension Timestamp {
    /// Parses an RFC 3339 date and time (section 5.6), with any fraction and offset.
    ///
    /// More lenient than the RFC: accepts a space instead of `T`, an offset without colon or
    /// minutes, no offset (taken as UTC), and a time without seconds. Digits beyond milliseconds
    /// are truncated. Rejects dates and times that do not exist, except a leap second.
    package init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
        var parser = DateParser(text)
        guard let days = parser.takeDate(), parser.takeSeparator(),
            let time = parser.takeTime(), let offset = parser.takeOffset(), parser.isAtEnd
        else { return nil }
        self.init(milliseconds: time.milliseconds(ofDay: days) - Int64(offset) * 60_000)
    }
}

/// Parser of a date and time, from left to right.
struct DateParser {
    struct Time {
        var hour = 0
        var minute = 0
        var second = 0
        var millisecond = 0

        /// Returns the milliseconds since 1970 of this time of a day, as in UTC.
        func milliseconds(ofDay days: Int) -> Int64 {
            let minutes = Int64((days * 24 + hour) * 60 + minute)
            return (minutes * 60 + Int64(second)) * 1000 + Int64(millisecond)
        }
    }

    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    var isAtEnd: Bool { index == text.count }

    /// Parses a date; returns the days since 1970-01-01.
    mutating func takeDate() -> Int? {
        guard let year = takeDigits(4), take("-"), let month = takeDigits(2), take("-"),
            let day = takeDigits(2), (1...12).contains(month), day >= 1,
            day <= Self.days(ofMonth: month, year: year)
        else { return nil }
        return CivilTime.daysSinceEpoch(year: year, month: month, day: day)
    }

    mutating func takeSeparator() -> Bool {
        take("T") || take("t") || take(" ")
    }

    mutating func takeTime() -> Time? {
        var time = Time()
        guard let hour = takeDigits(2), hour <= 23, take(":"), let minute = takeDigits(2),
            minute <= 59
        else { return nil }
        (time.hour, time.minute) = (hour, minute)
        guard take(":") else { return time }
        guard let second = takeDigits(2), second <= 60 else { return nil }
        time.second = second
        if take(".") || take(",") {
            guard let millisecond = takeFraction() else { return nil }
            time.millisecond = millisecond
        }
        return time
    }

    /// Parses an offset; returns minutes east of UTC.
    mutating func takeOffset() -> Int? {
        _ = take(" ")
        if isAtEnd || take("Z") || take("z") { return 0 }
        let isEast = take("+")
        guard isEast || take("-"), let hours = takeDigits(2), hours <= 23 else { return nil }
        _ = take(":")
        let minutes = isAtEnd ? 0 : takeDigits(2)
        guard let minutes, minutes <= 59 else { return nil }
        return (hours * 60 + minutes) * (isEast ? 1 : -1)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func takeDigit() -> Int? {
        guard index < text.count, text[index].isDigit else { return nil }
        index += 1
        return Int(text[index - 1] - 0x30)
    }

    private mutating func takeDigits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = takeDigit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// Parses a fraction of at least one digit; returns milliseconds.
    private mutating func takeFraction() -> Int? {
        guard var value = takeDigit() else { return nil }
        var weight = 100
        value *= weight
        while let digit = takeDigit() {
            weight /= 10
            value += digit * weight
        }
        return value
    }

    private static func days(ofMonth month: Int, year: Int) -> Int {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        switch month {
        case 2: return isLeapYear ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }
}
