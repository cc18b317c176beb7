/// Number format of a cell, as far as it changes the meaning of a value.
///
/// Formats that only round or group digits, or name a currency, are `general`: a table needs the
/// value.
enum NumberFormat: Equatable, Sendable {
    case general
    case percent
    case date
    case dateTime
    case time
    /// Date or time, whichever the value has.
    case dateOrTime
    /// Time with more than 24 hours.
    case duration
    /// At least two zeros, such as `00000` or `"CB-"000`.
    case code(CodePattern)

    /// Creates a format from its number (ISO/IEC 29500-1, section 18.8.30).
    ///
    /// In East Asian languages, some of the numbers are dates in one and times in another.
    init(builtIn identifier: Int) {
        switch identifier {
        case 9, 10: self = .percent
        case 14...17, 27...31, 36, 50...54, 57, 58: self = .date
        case 18...21, 45, 47: self = .time
        case 22: self = .dateTime
        case 32...35, 55, 56: self = .dateOrTime
        case 46: self = .duration
        default: self = .general
        }
    }
}

extension NumberFormat {
    /// Appends a stored number as spreadsheets show it; text that is not a number remains.
    func append(_ stored: [UInt8], uses1904: Bool, to bytes: inout [UInt8]) {
        guard let number = DecimalNumber(trimmed: stored) else {
            bytes += stored
            return
        }
        switch self {
        case .general: number.append(to: &bytes)
        case .percent:
            number.percent.append(to: &bytes)
            bytes.append(UInt8(ascii: "%"))
        case .code(let pattern): pattern.append(number, to: &bytes)
        case .date, .dateTime, .time, .dateOrTime, .duration:
            guard let date = SerialDate(number.double, uses1904: uses1904) else {
                number.append(to: &bytes)
                return
            }
            append(date, to: &bytes)
        }
    }

    private func append(_ date: SerialDate, to bytes: inout [UInt8]) {
        switch self {
        case .time: date.appendTime(to: &bytes)
        case .duration: date.appendDuration(to: &bytes)
        case .dateOrTime where date.day == 0: date.appendTime(to: &bytes)
        case .date: date.appendDate(to: &bytes)
        default:
            date.appendDate(to: &bytes)
            guard self == .dateTime || date.second > 0 else { return }
            bytes.append(UInt8(ascii: " "))
            date.appendTime(to: &bytes)
        }
    }
}

extension DecimalNumber {
    /// Reads a number between white space.
    fileprivate init?(trimmed text: [UInt8]) {
        if let first = text.first, let last = text.last, first > 0x20, last > 0x20 {
            self.init(text)
        } else {
            self.init(text.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
        }
    }
}
