extension Timestamp {
    /// Whether RFC 3339 can represent the time: years 1 to 9999.
    public var isWritable: Bool {
        (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds)
    }

    /// The nearest writable time.
    var writable: Timestamp {
        Timestamp(milliseconds: min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999))
    }
}

extension UTF8Buffer {
    /// Appends a time in UTC in RFC 3339 format, with milliseconds only if they are not zero.
    ///
    /// The time must be writable: years 1 to 9999.
    mutating func append(_ time: Timestamp) {
        let civil = CivilTime(time)
        appendDate(civil)
        append(UInt8(ascii: "T"))
        appendClock(civil)
        append(UInt8(ascii: "Z"))
    }

    private mutating func appendDate(_ civil: CivilTime) {
        appendDigits(civil.year.magnitude, width: 4)
        append(UInt8(ascii: "-"))
        appendDigits(civil.month.magnitude, width: 2)
        append(UInt8(ascii: "-"))
        appendDigits(civil.day.magnitude, width: 2)
    }

    private mutating func appendClock(_ civil: CivilTime) {
        let seconds = civil.millisecondOfDay / 1000
        appendDigits((seconds / 3600).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds / 60 % 60).magnitude, width: 2)
        append(UInt8(ascii: ":"))
        appendDigits((seconds % 60).magnitude, width: 2)
        let milliseconds = civil.millisecondOfDay % 1000
        guard milliseconds > 0 else { return }
        append(UInt8(ascii: "."))
        appendDigits(milliseconds.magnitude, width: 3)
    }
}
