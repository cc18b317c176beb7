/// Date that a spreadsheet stores as a number of days (ISO/IEC 29500-1, section 18.17.4).
struct SerialDate: Equatable {
    /// Day in the 1900 system: 1 is 1900-01-01.
    let day: Int
    /// Second of the day.
    let second: Int

    /// Days from the 1900 system to the 1904 system.
    private static let daysTo1904 = 1462
    /// The day of 1970-01-01.
    static let dayOf1970 = 25_569
    /// Days up to 9999-12-31.
    static let days = 0..<2_958_466

    /// Creates a date from a number; `nil` if spreadsheets show no date for it.
    init?(_ number: Double, uses1904: Bool) {
        guard number >= 0, number < Double(Self.days.upperBound) else { return nil }
        let whole = number.rounded(.down)
        let seconds = Int(((number - whole) * 86_400).rounded())
        day = Int(whole) + seconds / 86_400 + (uses1904 ? Self.daysTo1904 : 0)
        second = seconds % 86_400
        guard Self.days.contains(day) else { return nil }
    }

    /// Creates a date from seconds since 1970 on the same clock; `nil` before 1900-03-01, from which
    /// on all spreadsheets agree, and after 9999.
    init?(secondsSince1970 seconds: Int) {
        let (whole, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = whole - (rest < 0 ? 1 : 0) + Self.dayOf1970
        guard Self.days.dropFirst(61).contains(day) else { return nil }
        self.day = day
        second = rest < 0 ? rest + 86_400 : rest
    }

    /// Appends the date as `2026-01-31`.
    func appendDate(to bytes: inout [UInt8]) {
        let (year, month, day) = civil
        bytes.append(decimal: year, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: month, digits: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.append(decimal: day, digits: 2)
    }

    /// Appends the time as `14:05`, or `14:05:30` if it has seconds.
    func appendTime(to bytes: inout [UInt8]) { append(hours: second / 3600, to: &bytes) }

    /// Appends the hours since day 0, minutes and seconds, as `49:05`.
    func appendDuration(to bytes: inout [UInt8]) {
        append(hours: 24 * day + second / 3600, to: &bytes)
    }

    private func append(hours: Int, to bytes: inout [UInt8]) {
        bytes.append(decimal: hours, digits: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: second / 60 % 60, digits: 2)
        guard second % 60 != 0 else { return }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: second % 60, digits: 2)
    }

    /// Year, month and day of the month.
    ///
    /// Day 0 is 1900-01-00 and day 60 is 1900-02-29, as in Excel, which has that leap day from
    /// Lotus 1-2-3. LibreOffice shows 1899-12-30 and 1900-02-28, and its days before are one
    /// earlier than Excel's.
    private var civil: (year: Int, month: Int, day: Int) {
        switch day {
        case 0: (1900, 1, 0)
        case 60: (1900, 2, 29)
        case ..<60: Self.civil(day - Self.dayOf1970 + 1)
        default: Self.civil(day - Self.dayOf1970)
        }
    }

    /// Returns the date of a day since 1970 (Howard Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms", `civil_from_days`), for years from 1.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            400 * era + yearOfEra + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }
}

/// Date as text in a cell of the type `d` (ISO 8601).
enum ISODate {
    /// Turns `2026-01-31T14:05:00Z` into `2026-01-31 14:05`, as a date in a number is shown.
    static func simplify(_ text: inout [UInt8]) {
        if text.last == UInt8(ascii: "Z") { text.removeLast() }
        guard let mark = text.firstIndex(of: UInt8(ascii: "T")) else { return }
        if mark == 0 { text.removeFirst() } else { text[mark] = UInt8(ascii: " ") }
        if let fraction = text.lastIndex(of: UInt8(ascii: ".")) { text.removeSubrange(fraction...) }
        let parts = text.split(separator: UInt8(ascii: ":"))
        if parts.count == 3, parts[2].elementsEqual("00".utf8) { text.removeLast(3) }
        if mark > 0, text.suffix(6).elementsEqual(" 00:00".utf8) { text.removeLast(6) }
    }
}

extension [UInt8] {
    /// Appends a number that is not negative, with leading zeros.
    fileprivate mutating func append(decimal number: Int, digits: Int) {
        var power = 1
        for _ in 1..<digits { power *= 10 }
        while number / power >= 10 { power *= 10 }
        while power > 0 {
            append(UInt8(truncatingIfNeeded: 0x30 + number / power % 10))
            power /= 10
        }
    }
}
