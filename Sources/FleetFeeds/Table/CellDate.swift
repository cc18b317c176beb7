import FleetCore

/// A date or time in a cell, in the forms of several countries.
enum CellDate: Equatable {
    /// A point in time.
    case time(Timestamp)
    /// What a clock shows, in milliseconds since 1970-01-01 00:00, and whether the text shows that
    /// the day or the month is the first.
    case local(Int64, order: Order?)
    /// Two dates, one for each order of day and month.
    case ambiguous(dayFirst: Int64, monthFirst: Int64)

    /// Order of the day and the month.
    enum Order { case dayFirst, monthFirst }

    /// Numbers below are no times since 1970 that anybody writes, but years or serial numbers.
    private static let minEpochSeconds = 1e8

    /// Reads a cell; returns `nil` if it has no valid date.
    init?(_ cell: CellBytes) {
        guard cell.count <= 60 else { return nil }
        if let seconds = CellNumber.decimal(cell) {
            guard seconds >= Self.minEpochSeconds, let time = Timestamp(sinceEpoch: seconds) else {
                return nil
            }
            self = .time(time)
            return
        }
        // Most times of programs are of this form.
        if cell.last == UInt8(ascii: "Z"), let time = Timestamp(rfc3339: cell) {
            self = .time(time)
            return
        }
        var scan = DateScan(cell)
        guard let date = scan.date(), let clock = scan.clock(), scan.isAtEnd else { return nil }
        func local(_ day: Int) -> Int64 { Int64(day) * 86_400_000 + clock.milliseconds }
        switch date {
        case .day(let day, let order):
            if let offset = clock.offsetMinutes {
                self = .time(Timestamp(milliseconds: local(day) - Int64(offset) * 60_000))
            } else {
                self = .local(local(day), order: order)
            }
        case .either(let dayFirst, let monthFirst):
            self = .ambiguous(dayFirst: local(dayFirst), monthFirst: local(monthFirst))
        }
    }
}

/// Reader of the parts of a date and a time.
private struct DateScan {
    enum Date {
        case day(Int, CellDate.Order?)
        case either(dayFirst: Int, monthFirst: Int)
    }

    struct Clock {
        var milliseconds: Int64 = 0
        /// Minutes ahead of UTC; `nil` for local time.
        var offsetMinutes: Int?
    }

    private let cell: CellBytes
    private var index = 0

    init(_ cell: CellBytes) { self.cell = cell }

    var isAtEnd: Bool { index == cell.count }

    private var byte: UInt8? { index < cell.count ? cell[index] : nil }

    private mutating func skipSpaces() {
        while let byte, byte <= 0x20 { index += 1 }
    }

    private mutating func take(_ characters: StaticString) -> UInt8? {
        guard let byte else { return nil }
        let isOne = characters.withUTF8Buffer { $0.contains(byte) }
        guard isOne else { return nil }
        index += 1
        return byte
    }

    private mutating func number() -> (value: Int, length: Int)? {
        let start = index
        var value = 0
        while let byte, byte.isDigit, index - start < 4 {
            value = value * 10 + Int(byte - 0x30)
            index += 1
        }
        return index > start ? (value, index - start) : nil
    }

    private mutating func word() -> String {
        let start = index
        while let byte, byte.isLetterOrDigit && !byte.isDigit || byte >= 0x80 { index += 1 }
        return WordKey.of(String(decoding: cell[start..<index], as: UTF8.self))
    }

    /// Reads a date such as `2026-01-31`, `31.01.2026`, `1/31/26` or `31 janv. 2026`.
    mutating func date() -> Date? {
        guard let first = number() else { return dateWithMonthFirst() }
        guard let separator = take(".-/") else { return dateWithMonthName(day: first.value) }
        skipSpaces()
        if let byte, !byte.isDigit {
            return dateWithMonthName(day: first.value)
        }
        guard let second = number(), take(".-/") == separator else { return nil }
        skipSpaces()
        guard let third = number() else { return nil }
        if first.length == 4 {
            return Self.day(first.value, second.value, third.value).map { .day($0, nil) }
        }
        guard let year = Self.year(third) else { return nil }
        let dayFirst = Self.day(year, second.value, first.value)
        // A date with points has the day first.
        if separator == UInt8(ascii: ".") { return dayFirst.map { .day($0, .dayFirst) } }
        let monthFirst = Self.day(year, first.value, second.value)
        switch (dayFirst, monthFirst) {
        case (let day?, nil): return .day(day, .dayFirst)
        case (nil, let day?): return .day(day, .monthFirst)
        case (let day?, let other?):
            return day == other ? .day(day, nil) : .either(dayFirst: day, monthFirst: other)
        case (nil, nil): return nil
        }
    }

    /// Reads the rest of a date such as `31. Januar 2026`, `31-Jan-26` or `31 de enero de 2026`.
    private mutating func dateWithMonthName(day: Int) -> Date? {
        var names = 0
        while names < 2 {
            skipSpaces()
            let name = word()
            guard name == "de" || name == "of" else {
                guard let month = Self.month(name) else { return nil }
                _ = take(".")
                _ = take("-/")
                skipSpaces()
                if cell[index...].starts(with: "de ".utf8) { index += 3 }
                guard let year = number().flatMap(Self.year) else { return nil }
                return Self.day(year, month, day).map { .day($0, nil) }
            }
            names += 1
        }
        return nil
    }

    /// Reads a date such as `Jan 31, 2026`.
    private mutating func dateWithMonthFirst() -> Date? {
        guard let month = Self.month(word()) else { return nil }
        _ = take(".")
        skipSpaces()
        guard let day = number() else { return nil }
        _ = take(",.")
        skipSpaces()
        guard let year = number().flatMap(Self.year) else { return nil }
        return Self.day(year, month, day.value).map { .day($0, nil) }
    }

    /// Reads a time such as `14:05`, `14h05`, `2:05 PM` or `14:05:00+01:00`; midnight without one.
    mutating func clock() -> Clock? {
        _ = take(",")
        skipSpaces()
        guard !isAtEnd else { return Clock() }
        if take("Tt") == nil, let byte, !byte.isDigit {
            guard ["um", "at", "a", "om", "as", "alle", "las"].contains(word()) else { return nil }
            skipSpaces()
        }
        guard let hour = number(), hour.value <= 23, take(":.hH") != nil else { return nil }
        var milliseconds = Int64(hour.value) * 3_600_000
        if let minute = number() {
            guard minute.value <= 59 else { return nil }
            milliseconds += Int64(minute.value) * 60_000
        }
        if take(":.") != nil {
            guard let second = number(), second.value <= 60 else { return nil }
            milliseconds += Int64(second.value) * 1000
            if take(".,") != nil { milliseconds += fraction() }
        }
        var clock = Clock(milliseconds: milliseconds)
        return takeSuffix(&clock, hour: hour.value) ? clock : nil
    }

    private mutating func fraction() -> Int64 {
        var (value, weight): (Int64, Int64) = (0, 100)
        while let byte, byte.isDigit {
            value += Int64(byte - 0x30) * weight
            weight /= 10
            index += 1
        }
        return value
    }

    /// Takes `Uhr`, `PM`, a zone or an offset.
    private mutating func takeSuffix(_ clock: inout Clock, hour: Int) -> Bool {
        skipSpaces()
        if let sign = take("+-") {
            return takeOffset(&clock, isNegative: sign == UInt8(ascii: "-"))
        }
        guard !isAtEnd else { return true }
        var name = word()
        while take(".") != nil { name += word() }
        switch name {
        case "uhr", "h": break
        case "am" where hour <= 12: if hour == 12 { clock.milliseconds -= 43_200_000 }
        case "pm" where hour <= 12: if hour < 12 { clock.milliseconds += 43_200_000 }
        case "z", "utc", "gmt": clock.offsetMinutes = 0
        case "cet", "mez", "bst": clock.offsetMinutes = 60
        case "cest", "mesz": clock.offsetMinutes = 120
        default: return false
        }
        skipSpaces()
        return true
    }

    private mutating func takeOffset(_ clock: inout Clock, isNegative: Bool) -> Bool {
        guard let hours = number() else { return false }
        var minutes =
            hours.length == 4 ? hours.value / 100 * 60 + hours.value % 100 : hours.value * 60
        if take(":") != nil {
            guard let rest = number() else { return false }
            minutes += rest.value
        }
        guard minutes <= 24 * 60 else { return false }
        clock.offsetMinutes = isNegative ? -minutes : minutes
        return true
    }

    private static func year(_ number: (value: Int, length: Int)) -> Int? {
        switch number.length {
        case 4: number.value
        case 2: 2000 + number.value
        default: nil
        }
    }

    /// Returns the number of days since 1970-01-01; `nil` for a date that does not exist.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else {
            return nil
        }
        return CivilTime.daysSinceEpoch(year: year, month: month, day: day)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func month(_ name: String) -> Int? { months[name] }

    private static let months: [String: Int] = WordKey.table([
        (1, "january,jan,Januar,Jänner,Jän,janvier,janv,enero,ene,gennaio,gen,januari,janeiro"),
        (2, "february,feb,Februar,février,févr,fév,febrero,febbraio,februari,fevereiro,fev"),
        (3, "march,mar,März,Mrz,Mär,mars,marzo,maart,mrt,março"),
        (4, "april,apr,avril,avr,abril,abr,aprile"),
        (5, "may,Mai,mayo,maggio,mag,mei,maio"),
        (6, "june,jun,Juni,juin,junio,giugno,giu,junho"),
        (7, "july,jul,Juli,juillet,juil,julio,luglio,lug,julho"),
        (8, "august,aug,août,aou,agosto,ago,augustus"),
        (9, "september,sep,sept,septembre,septiembre,settembre,set,setembro"),
        (10, "october,oct,Oktober,Okt,octobre,octubre,ottobre,ott,oktober,outubro,out"),
        (11, "november,nov,novembre,noviembre,novembro"),
        (12, "december,dec,Dezember,Dez,décembre,déc,diciembre,dic,dicembre,dezembro,dez"),
    ])
}
