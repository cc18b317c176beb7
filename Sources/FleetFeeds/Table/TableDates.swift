import FleetCore

/// Times of a column, of which some show only with the others whether the day or the month is the
/// first.
struct TableDates {
    /// A date that may be either of two.
    private struct Pending {
        var vehicle: Int
        var row: Int
        var dayFirst: Int64
        var monthFirst: Int64
        var text: String
    }

    private let zone: SystemTimeZone
    private var pending: [Pending] = []
    private var hasDayFirst = false
    private var hasMonthFirst = false
    /// Offsets of the days on which the clocks do not change, because a zone is slow.
    private var offsets: [Int64: Int?] = [:]

    /// Creates a column of times without a zone of their own.
    init(zone: SystemTimeZone) { self.zone = zone }

    /// Returns the time of a date; `nil` for an ambiguous one.
    mutating func time(of date: CellDate) -> Timestamp? {
        switch date {
        case .time(let time): return time
        case .local(let local, let order):
            if order == .dayFirst { hasDayFirst = true }
            if order == .monthFirst { hasMonthFirst = true }
            return time(atLocal: local)
        case .ambiguous: return nil
        }
    }

    /// Keeps an ambiguous date of a vehicle until all are read.
    mutating func keep(_ date: CellDate, of vehicle: Int, row: Int, _ cell: String) {
        guard case .ambiguous(let dayFirst, let monthFirst) = date else { return }
        pending.append(
            Pending(
                vehicle: vehicle, row: row, dayFirst: dayFirst, monthFirst: monthFirst, text: cell))
    }

    /// Sets the times of the ambiguous dates if the others have one order; otherwise, they are
    /// unknown.
    mutating func resolve(
        in vehicles: inout [Vehicle], column: String, _ warnings: inout TableWarnings
    ) {
        let isClear = hasDayFirst != hasMonthFirst
        for date in pending {
            if isClear {
                vehicles[date.vehicle].lastReported = time(
                    atLocal: hasDayFirst ? date.dayFirst : date.monthFirst)
            } else {
                var text = date.text
                text.withUTF8 {
                    warnings.add(
                        row: date.row, column: column, $0, "may have the day or the month first")
                }
            }
        }
        pending = []
    }

    private mutating func time(atLocal local: Int64) -> Timestamp {
        let dayLength: Int64 = 86_400_000
        let day = local / dayLength - (local % dayLength < 0 ? 1 : 0)
        if let offset = offset(ofDay: day, dayLength) {
            return Timestamp(milliseconds: local) - .seconds(offset)
        }
        switch zone.times(atLocal: local) {
        case .once(let time), .twice(let time, _), .never(_, let time): return time
        }
    }

    /// Returns the offset of a day on which it does not change; `nil` for others.
    private mutating func offset(ofDay day: Int64, _ length: Int64) -> Int? {
        if let known = offsets[day] { return known }
        // A zone is at most 14 hours from UTC.
        let noon = Timestamp(milliseconds: day * length + length / 2)
        let hours = [-26, 0, 26].map { zone.offset(at: noon + .seconds($0 * 3600)) }
        let offset = Set(hours).count == 1 ? hours[0] : nil
        offsets[day] = .some(offset)
        return offset
    }
}
